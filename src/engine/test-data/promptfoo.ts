/** Configurations of promptfoo: the first provider and prompt, and a caller for each test. */
import { type Fields, fieldsOf, itemsOf } from "../../contract/is-object.ts";
import { parseJson } from "../../contract/json.ts";
import { Expected } from "./expect.ts";
import { contentOf, textOf, titleOf } from "./fields.ts";
import { type Assertion, readAssertion, withTemplates } from "./promptfoo-assertions.ts";
import { agentOf, simulatedUser } from "./promptfoo-providers.ts";
import type { Note, Place, Reader, Scenario, Source } from "./scenario.ts";
import { common, filled, spoken } from "./template.ts";

/** How many combinations of the values of a test's variables become tests of their own, at most. */
const COMBINATIONS_MAXIMUM = 1000;

export const promptfoo: Reader = {
  format: "promptfoo configuration",
  recognizes: (document) => {
    const fields = fieldsOf(document);
    return (
      (fields["prompts"] !== undefined && (fields["tests"] ?? fields["scenarios"]) !== undefined) ||
      (fields["providers"] !== undefined && fields["tests"] !== undefined)
    );
  },
  read(source) {
    const notes: Note[] = [];
    const prompts: string[] = [];
    const scenarios = source.documents.flatMap((document, index) =>
      configOf(withTemplates(fieldsOf(document)), [index], { source, notes, prompts }),
    );
    const agent = source.documents.map((document, index) => agentOf(fieldsOf(document), [index], notes));
    return { scenarios, notes, agent: agent.find((one) => one !== undefined), prompt: common(prompts) };
  },
};

interface Reading {
  readonly source: Source;
  readonly notes: Note[];
  /** The system prompts of all tests. */
  readonly prompts: string[];
}

type Unread = Extract<Scenario, { readonly reason: string }>;

interface Test {
  readonly at: Place;
  readonly fields: Fields;
  readonly vars: Fields;
  readonly assertions: readonly Assertion[];
}

function configOf(config: Fields, at: Place, reading: Reading): Scenario[] {
  const { notes } = reading;
  const [prompt, ...others] = promptsOf(config["prompts"]);
  if (others.length > 0)
    notes.push({
      at: [...at, "prompts", 1],
      state: "no_counterpart",
      message: `a test file has one prompt; ${others.length} more were left out`,
    });
  const asDefault = fieldsOf(config["defaultTest"]);
  if (typeof config["defaultTest"] === "string")
    notes.push({ at: [...at, "defaultTest"], state: "no_counterpart", message: "it is in another file" });
  const shared = {
    vars: fieldsOf(asDefault["vars"]),
    assertions: assertionsOf(asDefault, [...at, "defaultTest"]),
  };
  return testsOf(config, at, reading).flatMap((test_case) => {
    if ("reason" in test_case) return [test_case];
    const whole = {
      ...test_case,
      vars: { ...shared.vars, ...test_case.vars },
      assertions: [...shared.assertions, ...test_case.assertions],
    };
    return combinations(whole).map((test) => scenarioOf(test, prompt, asDefault, reading));
  });
}

const assertionsOf = (test: Fields, at: Place): Assertion[] =>
  itemsOf(test["assert"]).map((value, place) => ({ value, at: [...at, "assert", place] }));

/** The first is used. */
const promptsOf = (prompts: unknown): unknown[] =>
  Array.isArray(prompts) ? prompts : prompts === undefined ? [] : [prompts];

function testsOf(config: Fields, at: Place, { source }: Reading): (Test | Unread)[] {
  const own = listedTests(config["tests"], [...at, "tests"], source);
  const scenarios = itemsOf(config["scenarios"]).flatMap((scenario, place) => {
    const where = [...at, "scenarios", place];
    const { config: rows, tests } = fieldsOf(scenario);
    return itemsOf(rows).flatMap((row) =>
      listedTests(tests, [...where, "tests"], source).map((test) =>
        "reason" in test
          ? test
          : {
              ...test,
              vars: { ...fieldsOf(fieldsOf(row)["vars"]), ...test.vars },
              assertions: [...assertionsOf(fieldsOf(row), [...where, "config"]), ...test.assertions],
            },
      ),
    );
  });
  return [...own, ...scenarios];
}

function listedTests(tests: unknown, at: Place, source: Source): (Test | Unread)[] {
  if (typeof tests === "string") {
    const file = source.files.get(tests);
    if (!file) return [{ name: tests, at, reason: "the tests are in a file that was not read" }];
    const values = file.values.flatMap((value) => (Array.isArray(value) ? value : [value]));
    return values.map((value) => testOf(value, at));
  }
  return itemsOf(tests).flatMap((value, place) =>
    typeof value === "string" ? listedTests(value, [...at, place], source) : [testOf(value, [...at, place])],
  );
}

function testOf(value: unknown, at: Place): Test {
  const fields = fieldsOf(value);
  return { at, fields, vars: fieldsOf(fields["vars"]), assertions: assertionsOf(fields, at) };
}

/** A variable with a list of values stands for a test with each. */
function combinations(test: Test): Test[] {
  let all: Fields[] = [{}];
  for (const [name, value] of Object.entries(test.vars)) {
    const values = Array.isArray(value) && value.every((one) => textOf(one) !== undefined) ? value : [value];
    if (all.length * values.length > COMBINATIONS_MAXIMUM) return [test];
    all = all.flatMap((variables) => values.map((value) => ({ ...variables, [name]: value })));
  }
  return all.map((vars) => ({ ...test, vars }));
}

function scenarioOf(test: Test, prompt: unknown, asDefault: Fields, reading: Reading): Scenario {
  const { at, fields, vars, assertions } = test;
  const { notes, prompts, source } = reading;
  const expected = new Expected(notes);
  const first = Object.values(vars).find((value) => textOf(value) !== undefined);
  const name = titleOf(textOf(fields["description"]) ?? textOf(first) ?? `test ${Number(at.at(-1)) + 1}`);
  for (const assertion of assertions) readAssertion(assertion, vars, expected);
  if (fields["threshold"] !== undefined)
    notes.push({ at: [...at, "threshold"], state: "no_counterpart", message: "every expectation must hold" });
  const user = simulatedUser(fields["provider"] ?? asDefault["provider"], vars);
  if (user) {
    if ("missing" in user) return { name, at, reason: `${user.missing} cannot be filled in` };
    notes.push({
      at: [...at, "provider"],
      state: "needs_model",
      message: "a caller by rules follows what it understands of the instructions",
    });
    return expected.scenario(name, at, { intent: titleOf(user.text), role_description: user.text });
  }
  const read = messagesOf(prompt, vars, source);
  if ("reason" in read) return { name, at, reason: read.reason };
  const said = spoken(read.messages);
  if (!said) return { name, at, reason: "the prompt ends with nothing that a user says" };
  prompts.push(said.system);
  const { given } = said.script;
  return given
    ? expected.scenario(name, at, said.script)
    : expected.scenario(name, at, {}, [{ say: said.said, expect: [] }]);
}

interface Messages {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** What the model gets in this test: messages, or a text that the user says. */
function messagesOf(
  prompt: unknown,
  vars: Fields,
  { files }: Source,
): Messages | { readonly reason: string } {
  const [written] = [textOf(prompt), textOf(fieldsOf(prompt)["raw"]), textOf(fieldsOf(prompt)["id"])].filter(
    Boolean,
  );
  if (written === undefined) return { reason: "the configuration has no prompt" };
  const isFile = written.startsWith("file://");
  // A file may have several prompts; the first is used.
  const template = isFile ? files.get(written)?.text.split(/^---$/m)[0] : written;
  if (template === undefined) return { reason: `the prompt is in a file that was not read: ${written}` };
  const external = Object.entries(vars).find(([, value]) => /^file:\/\//.test(textOf(value) ?? ""));
  if (external) return { reason: `the variable ${external[0]} is in another file` };
  const read = filled(template, vars);
  if ("missing" in read) return { reason: `${read.missing} of the prompt cannot be filled in` };
  const values =
    chatOf(read.text) ?? (isFile && template === read.text ? files.get(written)?.values[0] : undefined);
  if (!Array.isArray(values)) return { messages: [{ role: "user", content: read.text.trim() }] };
  return {
    messages: values.map(fieldsOf).flatMap(({ role, content }) => {
      const text = contentOf(content);
      return typeof role === "string" && text !== undefined ? [{ role, content: text }] : [];
    }),
  };
}

/** A prompt that is a list of messages in JSON. */
function chatOf(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  const value = parseJson(text);
  return Array.isArray(value) ? value : undefined;
}
