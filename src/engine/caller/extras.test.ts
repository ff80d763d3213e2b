/** What callers answer to what they have not come for, and to names of things that the slots do not know. */
import { expect, it } from "vitest";
import { play } from "./testing/play.ts";

const TOOL = {
  name: "book_kennel",
  parameters: {
    type: "object",
    required: ["nights", "reference"],
    properties: {
      nights: { type: "integer" },
      reference: { type: "string", pattern: "^KN-[0-9]{4}$" },
      walks: { type: "boolean", description: "Extra walks" },
    },
  },
};

function answer(line: string): string | null | undefined {
  const traits = Object.entries({ goal_tool: "book_kennel", nights: 3, reference: "KN-2041" }).map(
    ([trait_name, value]) => ({ trait_name, value }),
  );
  const record = { intent: "I'd like to book a kennel.", creativity: 0, traits };
  return play(record, [line], { tools: [TOOL] }).said.at(-1);
}

it.each([
  "Can I tempt you with our grooming, $20?",
  "Want to add a bath for $5?",
  "Grooming with that for $20?",
  "By the way, would you like a video call every evening on top?",
  "Could I interest you in our magazine?",
])("declines an extra that it has not come for: %s", (line) => {
  expect(answer(line)).toMatch(/\bno\b/i);
});

it.each(["And is Rex a beagle, a poodle, or something else?", "Is it a beagle or a poodle?"])(
  "takes one of the things that are offered, not what is left open: %s",
  (line) => {
    expect(answer(line)).toMatch(/beagle/i);
    expect(answer(line)).not.toMatch(/else|Rex/);
  },
);

it.each([
  "What's your booking reference? KN and four digits.",
  "Do you have the reference for me? It begins with KN.",
  "Could you tell me the reference on your letter?",
])("says what the question calls by its name: %s", (line) => {
  expect(answer(line)).toContain("KN-2041");
});

it("does not take the name of a desk for a question", () => {
  expect(answer("Reference desk, how can I help?")).not.toContain("KN-2041");
});

it.each([
  ["Can you smell gas?", "No."],
  ["Is anyone hurt?", "No."],
  ["Have you ever stayed with us?", "No."],
  ["Have you had your dog vaccinated?", "Yes."],
  ["Are you over 18?", "Yes."],
  ["Would you rather leave it for a while?", "No, thank you."],
])("does not stop the agent when it is asked what its record does not say: %s", (line, said) => {
  expect(answer(line)).toBe(said);
});

it.each(["Could you read me the code on your letter?", "What's the confirmation number?"])(
  "says the only number or code that it has, whatever that is called: %s",
  (line) => {
    expect(answer(line)).toContain("KN-2041");
  },
);

it.each(["What's your house number?", "Which phone number may we call?"])(
  "says it for no other number: %s",
  (line) => {
    expect(answer(line)).not.toMatch(/^(?:It's |That would be )?KN-2041/);
  },
);

it("declines what it knows nothing of, if that is only offered", () => {
  expect(answer("Shall we put a note on the door, and if so, what should it say?")).toBe("No, thank you.");
});
