import { expect, test } from "vitest";
import { type AgentTool, parametersOf } from "../../tools/tool.ts";
import { generate } from "../generate.ts";
import { changeOfMind } from "./change-of-mind.ts";

const text = { type: "string" };
const redirect: AgentTool = {
  name: "redirect_delivery",
  description: "Redirects a delivery.",
  parameters: {
    type: "object",
    properties: {
      to: { ...text, enum: ["shop", "neighbour", "new_day"] },
      detail: {
        ...text,
        description: "shop: its id, e.g. S-14. neighbour: NAME, house number. new_day: YYYY-MM-DD",
      },
    },
    required: ["to", "detail"],
  },
};
const list_shops: AgentTool = {
  name: "list_shops",
  parameters: { type: "object", properties: { town: text }, required: ["town"] },
};

function facts(goal: string, prompt = "") {
  const request = { goals: [{ goal, num_calls: 1 }], workflows: [], recordings: [], personas: [] };
  const none = { load_testing: 0, red_teaming: 0, policy_probes: 0 };
  const agent = { name: "Desk", agent_description: "", goals: [], prompt, knowledge_base: "" };
  const [made] = generate(
    { ...request, ...none },
    { ...agent, tools: [redirect, list_shops] },
    {
      seed: "1",
      maximum: 9,
      today: "2026-03-02",
    },
  );
  return Object.fromEntries((made?.digital_human.traits ?? []).map((one) => [one.trait_name, one.value]));
}

test("a caller knows what the option that it wants needs", () => {
  expect(facts("Redirect a delivery to the neighbour")).toMatchObject({ to: "neighbour", detail: null });
  const shop = facts("Redirect a delivery to a shop");
  expect(shop["to"]).toBe("shop");
  expect(shop).not.toHaveProperty("detail");
  const day = facts("Redirect a delivery to another day", "Needs a date, at the latest 06.03.2026.");
  expect(day["to"]).toBe("new_day");
  expect(String(day["detail"])).toMatch(/^2026-03-0[3-6]$/);
});

test("nobody changes its mind about what something else depends on", () => {
  expect(parametersOf(redirect)).toHaveLength(2);
  expect(changeOfMind(redirect, { to: "shop", detail: "S-14" })).toBeUndefined();
});
