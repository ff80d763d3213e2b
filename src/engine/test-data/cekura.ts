/** Scenarios ("evaluators") of Cekura, as its API has them. */
import { type Fields, fieldsOf, itemsOf } from "../../contract/is-object.ts";
import { Expected } from "./expect.ts";
import { textOf, titleOf } from "./fields.ts";
import type { Note, Place, Reader, Scenario } from "./scenario.ts";

const LISTS = ["results", "scenarios", "evaluators"];
/** Settings of a run or of its metrics, which no caller has. */
const SETTINGS = ["metrics", "tool_ids", "personality", "inbound_phone_number"];

const isScenario = (value: unknown): boolean =>
  typeof fieldsOf(value)["expected_outcome_prompt"] === "string" ||
  fieldsOf(value)["conditional_actions"] !== undefined;

function listed(document: unknown, index: number): { readonly one: Fields; readonly at: Place }[] {
  if (isScenario(document)) return [{ one: fieldsOf(document), at: [index] }];
  const key = LISTS.find((name) => Array.isArray(fieldsOf(document)[name]));
  const list = Array.isArray(document) ? document : itemsOf(key && fieldsOf(document)[key]);
  const path = Array.isArray(document) ? [index] : [index, key ?? ""];
  return list.map((one, place) => ({ one: fieldsOf(one), at: [...path, place] }));
}

export const cekura: Reader = {
  format: "Cekura scenarios",
  recognizes: (document) => listed(document, 0).some(({ one }) => isScenario(one)),
  read({ documents }) {
    const notes: Note[] = [];
    const scenarios = documents.flatMap(listed).map(({ one, at }) => scenarioOf(one, at, notes));
    return { scenarios, notes };
  },
};

function scenarioOf(scenario: Fields, at: Place, notes: Note[]): Scenario {
  const name = titleOf(textOf(scenario["name"]) ?? `scenario ${Number(at.at(-1)) + 1}`);
  const expected = new Expected(notes);
  for (const [place, line] of (textOf(scenario["expected_outcome_prompt"]) ?? "").split("\n").entries())
    if (/\w/.test(line))
      expected.sentence(
        place === 0 ? [...at, "expected_outcome_prompt"] : [...at, "expected_outcome_prompt", place],
        line.replace(/^\s{0,20}(?:[-*•]|\d{1,3}[.)])\s{0,20}/, ""),
      );
  const instructions = textOf(scenario["instructions"]);
  const conditional = fieldsOf(scenario["conditional_actions"]);
  const role = [textOf(conditional["role"]), instructions].filter(Boolean).join("\n\n");
  const opening = textOf(scenario["first_message"]) ?? openingIn(conditional);
  if (role === "" && opening === undefined)
    return { name, at, reason: "it has no instructions and no first message" };
  if (instructions !== undefined)
    notes.push({
      at: [...at, "instructions"],
      state: "needs_model",
      message:
        "a caller by rules says the first message, the answers and the facts; a model follows the instructions",
    });
  for (const field of SETTINGS)
    if (itemsOf(scenario[field]).length > 0 || (textOf(scenario[field]) ?? "") !== "")
      notes.push({
        at: [...at, field],
        state: "no_counterpart",
        message: "it refers to something in Cekura",
      });
  const answers = answersIn(conditional, [...at, "conditional_actions"], notes);
  const facts = factsIn(
    fieldsOf(scenario["test_profile_data"] ?? fieldsOf(scenario["test_profile"])["information"]),
  );
  const tags = itemsOf(scenario["tags"]).flatMap((tag) => textOf(tag) ?? []);
  return expected.scenario(name, at, {
    intent: opening ?? titleOf(role),
    ...(opening !== undefined && { opening }),
    ...(role !== "" && { role_description: role }),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(answers.length > 0 && { answers }),
    ...(tags.length > 0 && { tags }),
  });
}

const conditionsIn = (conditional: Fields): Fields[] => itemsOf(conditional["conditions"]).map(fieldsOf);
const isFixed = ({ fixed_message, action }: Fields) =>
  fixed_message === true && textOf(action) !== undefined && !/<\w|\{\{/.test(String(action));
const isFirst = ({ condition }: Fields) => /^FIRST_MESSAGE$/i.test(textOf(condition) ?? "");

const openingIn = (conditional: Fields): string | undefined =>
  textOf(conditionsIn(conditional).find((one) => isFirst(one) && isFixed(one))?.["action"]);

function answersIn(conditional: Fields, at: Place, notes: Note[]): object[] {
  return conditionsIn(conditional).flatMap((one, place) => {
    if (isFirst(one) && isFixed(one)) return [];
    const condition = textOf(one["condition"]);
    if (condition !== undefined && isFixed(one))
      return [{ asked_about: condition, say: textOf(one["action"]) }];
    notes.push({
      at: [...at, "conditions", place],
      state: "needs_model",
      message: "an action that is described and not worded",
    });
    return [];
  });
}

const factsIn = (profile: Fields): Fields =>
  Object.fromEntries(
    Object.entries(profile).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)),
  );
