/** End-to-end tests of Rasa: what the user writes, and what the bot must answer. With the domain, also its responses. */

import { fieldsOf, itemsOf } from "../../contract/is-object.ts";
import { Expected, literal, says } from "./expect.ts";
import { contentOf, textOf, titleOf } from "./fields.ts";
import type { Note, Place, Reader, Scenario } from "./scenario.ts";

type Responses = ReadonlyMap<string, readonly string[]>;

export const rasa: Reader = {
  format: "Rasa end-to-end tests",
  recognizes: (document) => {
    const { test_cases, responses } = fieldsOf(document);
    return Array.isArray(test_cases) || (typeof responses === "object" && responses !== null);
  },
  read({ documents }) {
    const notes: Note[] = [];
    const responses: Responses = new Map(
      documents.flatMap((document) =>
        Object.entries(fieldsOf(fieldsOf(document)["responses"])).map(([name, variants]) => [
          name,
          itemsOf(variants).flatMap((variant) => textOf(fieldsOf(variant)["text"]) ?? []),
        ]),
      ),
    );
    const scenarios = documents.flatMap((document, index) => {
      const { test_cases, stub_custom_actions } = fieldsOf(document);
      if (stub_custom_actions !== undefined)
        notes.push({
          at: [index, "stub_custom_actions"],
          state: "no_counterpart",
          message: "the agent answers its own actions; put stand-ins for them into the agent",
        });
      return itemsOf(test_cases).map((test_case, place) =>
        scenarioOf(fieldsOf(test_case), [index, "test_cases", place], responses, notes),
      );
    });
    return { scenarios, notes };
  },
};

function scenarioOf(
  test: Readonly<Record<string, unknown>>,
  at: Place,
  responses: Responses,
  notes: Note[],
): Scenario {
  const name = titleOf(textOf(test["test_case"]) ?? `test ${Number(at.at(-1)) + 1}`);
  const expected = new Expected(notes);
  const turns: { say: string; expect: string[] }[] = [];
  for (const field of ["fixtures", "metadata"])
    if (test[field] !== undefined)
      notes.push({
        at: [...at, field],
        state: "no_counterpart",
        message: "slots and metadata that Rasa sets before the conversation; set them up in the agent",
      });
  for (const [place, step] of itemsOf(test["steps"]).entries()) {
    const where = [...at, "steps", place];
    const fields = fieldsOf(step);
    const said = contentOf(fields["user"]);
    if (said !== undefined) turns.push({ say: said, expect: [] });
    const into = turns.at(-1)?.expect;
    if (said === undefined) readStep(fields, where, { responses, expected, into });
    for (const [number, assertion] of itemsOf(fields["assertions"]).entries())
      readAssertion(fieldsOf(assertion), [...where, "assertions", number], { responses, expected, into });
  }
  if (turns.length === 0) return { name, at, reason: "nobody says anything in it" };
  return expected.scenario(name, at, {}, turns);
}

interface Reading {
  readonly responses: Responses;
  readonly expected: Expected;
  /** The expectations of the turn before. Undefined if the bot speaks first. */
  readonly into: string[] | undefined;
}

function readStep(step: Readonly<Record<string, unknown>>, at: Place, reading: Reading): void {
  const { expected, into } = reading;
  const bot = contentOf(step["bot"]);
  if (bot !== undefined) expected.text([...at, "bot"], bot, {}, into);
  else if (typeof step["utter"] === "string") readUtter(step["utter"], [...at, "utter"], reading);
  else
    for (const field of Object.keys(step))
      if (field !== "metadata") expected.lost([...at, field], `${field} is a state inside Rasa`);
}

function readAssertion(assertion: Readonly<Record<string, unknown>>, at: Place, reading: Reading): void {
  const { expected, into } = reading;
  for (const [kind, value] of Object.entries(assertion)) {
    const where = [...at, kind];
    const fields = fieldsOf(value);
    if (kind === "bot_uttered") {
      const pattern = textOf(fields["text_matches"]);
      if (pattern !== undefined) expected.clause([...where, "text_matches"], says(pattern), into);
      if (typeof fields["utter_name"] === "string")
        readUtter(fields["utter_name"], [...where, "utter_name"], reading);
      if (fields["buttons"] !== undefined) expected.lost([...where, "buttons"], "buttons are not said");
    } else if (kind === "bot_did_not_utter") {
      const pattern = textOf(fields["text_matches"]);
      if (pattern !== undefined) expected.clause(where, says(pattern, { never: true }), into);
      else expected.lost(where, "what the bot must not send is named only inside Rasa");
    } else if (kind.startsWith("generative_response_is_")) {
      const truth = textOf(fields["ground_truth"]);
      expected.sentence(
        where,
        kind.endsWith("grounded") && truth
          ? `What the agent says agrees with this: ${truth}`
          : "What the agent says is relevant to what the user asks.",
      );
    } else expected.lost(where, `${kind} is a state inside Rasa`);
  }
}

/** One of the response's texts. What stands in for a slot may be anything. */
function readUtter(name: string, at: Place, { responses, expected, into }: Reading): void {
  const fragments = (responses.get(name) ?? []).map(longestFragment);
  if (fragments.length === 0)
    expected.lost(at, `the text of ${name} is not in these files: give the domain's files as well`);
  else if (fragments.some((fragment) => fragment.length < 3))
    expected.lost(at, `the text of ${name} is mostly a slot`);
  else expected.clause(at, says(fragments.map(literal).join("|")), into);
}

const longestFragment = (text: string): string =>
  text
    .slice(0, 2000)
    .split(/\{[^{}]{0,100}\}|\n/)
    .map((one) => one.trim())
    .reduce((longest, one) => (one.length > longest.length ? one : longest), "")
    .slice(0, 60)
    .trim();
