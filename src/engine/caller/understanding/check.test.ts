import { expect, test } from "vitest";
import type { DigitalHuman } from "../digital-human.ts";
import { play } from "../testing/play.ts";

const trait = (trait_name: string, value: string) =>
  ({ trait_name, value, trait_data_type: "STRING", is_sip_header: false }) as const;
const tools = [
  {
    name: "book_class",
    description: "Books a place in a class.",
    parameters: {
      type: "object",
      properties: { date: { type: "string", format: "date", description: "Day of the class" } },
      required: ["date"],
    },
  },
];
const caller: DigitalHuman = {
  intent: "Wants to book a place in a class",
  traits: [trait("goal_tool", "book_class"), trait("date", "2026-12-05")],
};

test.each([
  ["Saturday 5 December", /^(?:yes|that's right|correct)/i],
  ["Saturday 12 December", /5th of December/],
])("a caller for Saturday 5 December answers the read-back of %s", (day, answer) => {
  const { said } = play(caller, ["Which day?", `So that's a class on ${day}. Is that right?`], { tools });
  expect(said.at(-1)).toMatch(answer);
});
