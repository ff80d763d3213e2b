import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareCaller } from "../../engine/caller/caller.ts";
import { plainForm, publishedForm } from "./plain.ts";

const written = {
  name: "Large pizza",
  intent: "Order a pizza",
  goal: { tool: "place_order", facts: { pizza: "Veggie", quantity: 2, phone: null } },
  facts: { floor: "third" },
  answers: [{ asked_about: "allergies", say: "I can't have nuts." }],
  prefers: ["thin crust", "delivery"],
  refuses: ["olives"],
  opening: "Hi, a pizza please.",
  ends_when: "the agent says goodbye",
};

test("what people write becomes the published fields, and nothing else is sent", () => {
  const { fields, faults } = publishedForm(written);
  expect(faults).toEqual([]);
  expect(fields).toEqual({
    name: "Large pizza",
    intent: "Order a pizza",
    traits: [
      { trait_name: "goal_tool", trait_data_type: "STRING", value: "place_order" },
      { trait_name: "pizza", trait_data_type: "STRING", value: "Veggie" },
      { trait_name: "quantity", trait_data_type: "NUMBER", value: 2 },
      { trait_name: "phone", trait_data_type: "STRING", value: null },
      { trait_name: "floor", trait_data_type: "STRING", value: "third" },
      { trait_name: "prefers", trait_data_type: "STRING", value: "thin crust; delivery" },
      { trait_name: "refuses", trait_data_type: "STRING", value: "olives" },
    ],
    scripted_responses: [
      {
        match_type: "context",
        match_phrase: "asks about allergies",
        response_type: "phrase",
        response_value: "I can't have nuts.",
        occurrence_mode: "always",
      },
    ],
    speaks_first_config: { mode: "custom", message: "Hi, a pizza please." },
    success_criteria: "@rules\npass when tool place_order called",
    hangup_instructions: "Hang up when the agent says goodbye",
  });
});

test("what a caller changes its mind to is a trait as well", () => {
  const goal = { tool: "place_order", facts: { size: "large" }, changes: { size: "small" } };
  const { fields, faults } = publishedForm({ name: "A", intent: "Order a pizza", goal });
  expect(faults).toEqual([]);
  expect(fields["traits"]).toContainEqual({
    trait_name: "changes_mind_size",
    trait_data_type: "STRING",
    value: "small",
  });
  expect(plainForm(fields)).toMatchObject({ goal });
  const other = { ...goal, changes: { crust: "thin" } };
  expect(publishedForm({ name: "A", goal: other }).faults).toEqual([
    { field: "goal", message: 'changes has "crust", which is not one of its facts' },
  ]);
});

test("a caller follows every field in which people write it", () => {
  const filled = { ...written, goal: { tool: "place_order", facts: { pizza: "Veggie", quantity: 2 } } };
  const caller = prepareCaller(publishedForm(filled).fields);
  expect(caller).toMatchObject({
    errand: { tool: "place_order", facts: [{ name: "pizza" }, { name: "quantity" }, { name: "floor" }] },
    prefers: ["thin crust", "delivery"],
    refuses: ["olives"],
    first_message: "Hi, a pizza please.",
    report: { unused_offline: [], inactive_scripted_responses: [] },
  });
  expect(caller.instructions).toMatchObject([{ does: "hang_up", situation: "the agent says goodbye" }]);
});

test.each([
  [{ opening: "Hi", speaks_first_config: { message: "Hello" } }, "opening"],
  [{ success: "Booked.", success_criteria: "Booked." }, "success"],
  [{ ends_when: "it is done", hangup_instructions: "Hang up when it is done" }, "ends_when"],
  [{ goal: { tool: "x", facts: { size: "large" } }, facts: { size: "small" } }, "goal"],
  [{ facts: { size: "small" }, traits: [{ trait_name: "size", value: "large" }] }, "facts"],
])("%j is refused, because it says one thing twice", (fields, field) => {
  expect(publishedForm(fields).faults.map((fault) => fault.field)).toEqual([field]);
});

test("a digital human is exported in the fields in which people wrote it", () => {
  const { facts, goal, ...rest } = written;
  expect(plainForm(publishedForm(written).fields)).toEqual({
    ...rest,
    goal: { ...goal, facts: { ...goal.facts, ...facts } },
    success: "@rules\npass when tool place_order called",
  });
});

test.each([
  [
    "a response that says more than an answer",
    {
      scripted_responses: [
        {
          match_type: "exact",
          match_phrase: "asks about it",
          response_type: "phrase",
          response_value: "No.",
          occurrence_mode: "always",
        },
      ],
    },
  ],
  ["a first message that is generated", { speaks_first_config: { mode: "ai_generated", message: "Hi." } }],
  ["other instructions", { hangup_instructions: "Hang up after a minute." }],
])("%s stays published", (_, fields) => {
  const published = {
    name: "A",
    traits: [{ trait_name: "goal_tool", trait_data_type: "STRING", value: "book" }],
    success_criteria: "Done.",
    ...fields,
  };
  expect(plainForm(published)).toMatchObject({ goal: { tool: "book" }, ...fields });
  expect(publishedForm(plainForm(published)).fields).toMatchObject(published);
});

test("published fields alone stay as they are", () => {
  const fields = { name: "A", traits: [{ trait_name: "floor", value: "third" }], success_criteria: "Done." };
  expect(publishedForm(fields).fields).toBe(fields);
  expect(plainForm(fields)).toBe(fields);
});

test("a digital human written out in plain fields is the same when it is read again", () => {
  const name = fc.string({ minLength: 1, maxLength: 12 });
  const items = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 });
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), items);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one, maxLength: 6 }),
      fc.array(
        fc.string({ minLength: 1 }).filter((one) => !one.includes(";")),
        { maxLength: 3 },
      ),
      fc.option(fc.string(), { nil: undefined }),
      (facts, refuses, success_criteria) => {
        const trait = (trait_name: string, of: unknown) => ({
          trait_name,
          trait_data_type: typeof of === "number" ? "NUMBER" : typeof of === "boolean" ? "BOOLEAN" : "STRING",
          value: of,
        });
        const published = {
          name: "A",
          traits: [
            trait("polite", true),
            trait("goal_tool", "book"),
            ...facts.map(([one, of]) => trait(one, of)),
            ...(refuses.length > 0 ? [trait("refuses", refuses.join("; "))] : []),
          ],
          ...(success_criteria !== undefined && { success_criteria }),
        };
        expect(publishedForm(plainForm(published)).fields).toEqual(published);
      },
    ),
  );
});
