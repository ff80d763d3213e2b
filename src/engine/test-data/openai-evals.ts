/**
 * What OpenAI's hosted Evals hold, as the API returns it: evals with their criteria, runs with their data, output
 * items, and rows of a data set. They may be in one document or in several files.
 */
import { type Fields, fieldsOf, isObject, itemsOf } from "../../contract/is-object.ts";
import { Expected, literal, says } from "./expect.ts";
import { contentOf, textOf, titleOf } from "./fields.ts";
import type { Note, Place, Reader, Scenario } from "./scenario.ts";
import { common, filled, spoken } from "./template.ts";

const DEPTH_MAXIMUM = 6;
/** Fields of a row that usually have what the user says. */
const INPUTS = ["input", "query", "question", "prompt", "user", "message"];

interface Placed {
  readonly fields: Fields;
  readonly at: Place;
}

interface Found {
  readonly evals: Placed[];
  readonly runs: Placed[];
  readonly outputs: Placed[];
  readonly rows: Placed[];
}

export const openaiEvals: Reader = {
  format: "OpenAI Evals",
  recognizes: (document) => {
    const { evals, runs, outputs } = documentsByKind([document]);
    return evals.length + runs.length + outputs.length > 0 || isRow(document);
  },
  read({ documents }) {
    const notes: Note[] = [];
    const all = documentsByKind(documents);
    const rows = distinct([
      ...all.outputs.map(({ fields, at }) => ({
        fields: fieldsOf(fields["datasource_item"]),
        at,
        of: fields,
      })),
      ...all.rows.map(({ fields, at }) => ({ fields: fieldsOf(fields["item"]), at, of: {} as Fields })),
    ]);
    const prompts: string[] = [];
    const scenarios = rows.map((row) => scenarioOf(row, all, { notes, prompts }));
    const without = all.evals.filter(() => rows.length === 0);
    return {
      scenarios: [
        ...scenarios,
        ...without.map(({ fields, at }) => ({
          name: titleOf(textOf(fields["name"]) ?? "eval"),
          at,
          reason: "its data is not in these files: give the run, its output items, or the data set as well",
        })),
      ],
      notes,
      agent: agentIn(all.runs),
      prompt: common(prompts),
    };
  },
};

const isRow = (value: unknown): boolean =>
  isObject(fieldsOf(value)["item"]) && Object.keys(fieldsOf(value)).length <= 2;
const isEval = ({ object, testing_criteria }: Fields) =>
  object === "eval" || (Array.isArray(testing_criteria) && object === undefined);
const isRun = ({ object, data_source }: Fields) => object === "eval.run" || isObject(data_source);

function documentsByKind(documents: readonly unknown[]): Found {
  const all: Found = { evals: [], runs: [], outputs: [], rows: [] };
  const look = (value: unknown, at: Place, depth: number) => {
    if (depth > DEPTH_MAXIMUM || typeof value !== "object" || value === null) return;
    const fields = fieldsOf(value);
    if (isEval(fields)) all.evals.push({ fields, at });
    else if (isRun(fields)) all.runs.push({ fields, at });
    else if (fields["object"] === "eval.run.output_item" || isObject(fields["datasource_item"])) {
      all.outputs.push({ fields, at });
      return;
    } else if (isRow(value)) {
      all.rows.push({ fields, at });
      return;
    }
    for (const [key, inside] of Object.entries(value))
      if (key !== "testing_criteria" && key !== "data_source_config")
        look(inside, [...at, Array.isArray(value) ? Number(key) : key], depth + 1);
  };
  for (const [index, document] of documents.entries()) look(document, [index], 0);
  return all;
}

interface Row extends Placed {
  /** The output item that has it. */
  readonly of: Fields;
}

/** Several runs have the same rows. */
const distinct = (rows: readonly Row[]): Row[] =>
  [...new Map(rows.toReversed().map((row) => [JSON.stringify(row.fields), row])).values()].toReversed();

interface Reading {
  readonly notes: Note[];
  readonly prompts: string[];
}

function scenarioOf(
  { fields: item, at, of }: Row,
  { evals, runs }: Found,
  { notes, prompts }: Reading,
): Scenario {
  const said = messagesOf(item, of, runs);
  const name = titleOf(said && "said" in said ? said.said : JSON.stringify(item));
  if (!said)
    return { name, at, reason: "no field of the row is what a user says, and no run has a template" };
  if ("missing" in said) return { name, at, reason: `${said.missing} of the template cannot be filled in` };
  const expected = new Expected(notes);
  const id = textOf(of["eval_id"]);
  const mine = evals.filter(({ fields }) => evals.length === 1 || id === undefined || fields["id"] === id);
  for (const evaluation of mine)
    for (const [place, criterion] of itemsOf(evaluation.fields["testing_criteria"]).entries())
      readCriterion(fieldsOf(criterion), [...evaluation.at, "testing_criteria", place], item, expected);
  prompts.push(said.system);
  return said.script["given"]
    ? expected.scenario(name, at, said.script)
    : expected.scenario(name, at, {}, [{ say: said.said, expect: [] }]);
}

type Said = NonNullable<ReturnType<typeof spoken>>;

/** What the user says: of the run's template, of what the model was sent, or of the row itself. */
function messagesOf(
  item: Fields,
  output: Fields,
  runs: readonly Placed[],
): Said | { readonly missing: string } | undefined {
  const run = runs.find(({ fields }) => fields["id"] === output["run_id"]) ?? runs[0];
  const { template } = fieldsOf(fieldsOf(fieldsOf(run?.fields)["data_source"])["input_messages"]);
  let missing: string | undefined;
  const written = itemsOf(template).flatMap((message) => {
    const content = contentOf(fieldsOf(message)["content"]);
    if (content === undefined) return [];
    const read = filled(content, { item });
    if ("missing" in read) missing ??= read.missing;
    return "text" in read ? [{ role: String(fieldsOf(message)["role"]), content: read.text }] : [];
  });
  if (missing !== undefined) return { missing };
  const sent = plainMessages(fieldsOf(output["sample"])["input"]);
  const own = plainMessages(item["messages"] ?? item["input"]);
  const field = INPUTS.map((key) => textOf(item[key])).find((text) => text !== undefined);
  const asked = field === undefined ? [] : [{ role: "user", content: field }];
  return spoken([written, sent, own, asked].find((messages) => messages.length > 0) ?? []);
}

const plainMessages = (messages: unknown) =>
  itemsOf(messages).flatMap((message) => {
    const { role, content } = fieldsOf(message);
    const text = contentOf(content);
    return typeof role === "string" && text !== undefined ? [{ role, content: text }] : [];
  });

function readCriterion(criterion: Fields, at: Place, item: Fields, expected: Expected): void {
  const type = textOf(criterion["type"]) ?? "";
  if (type === "string_check") readStringCheck(criterion, at, item, expected);
  else if (type === "label_model" || type === "score_model") readGrader(criterion, at, item, expected);
  else expected.lost(at, `${type || "a criterion without a type"} has no counterpart`);
}

function readStringCheck(criterion: Fields, at: Place, item: Fields, expected: Expected): void {
  const { input, reference, operation } = criterion;
  if (!/^\s{0,20}\{\{\s{0,20}sample\.output_text\s{0,20}\}\}\s{0,20}$/.test(String(input))) {
    expected.lost(at, "string_check compares something else than the answer");
    return;
  }
  const read = filled(String(reference ?? ""), { item });
  if ("missing" in read) {
    expected.lost(at, `${read.missing} cannot be filled in`);
    return;
  }
  const text = read.text.trim();
  const whole = `^\\s*${literal(text)}\\s*$`;
  if (operation === "eq") expected.clause(at, says(whole));
  else if (operation === "ne") expected.clause(at, says(whole, { never: true }));
  else if (operation === "like") expected.text(at, text);
  else if (operation === "ilike") expected.text(at, text, { ignore_case: true });
  else expected.lost(at, `string_check knows no operation ${JSON.stringify(operation)}`);
}

/** What a model was asked about the answer. Labels or a score that pass become words. */
function readGrader(criterion: Fields, at: Place, item: Fields, expected: Expected): void {
  const questions: string[] = [];
  for (const message of itemsOf(criterion["input"])) {
    const content = contentOf(fieldsOf(message)["content"]);
    if (content === undefined) continue;
    const read = filled(content, {
      item,
      sample: { output_text: "(the agent's answer)", output_json: "(the agent's answer)" },
    });
    if ("missing" in read) {
      expected.lost(at, `${read.missing} cannot be filled in`);
      return;
    }
    questions.push(read.text);
  }
  const labels = itemsOf(criterion["passing_labels"]).flatMap((label) => textOf(label) ?? []);
  const threshold = criterion["pass_threshold"];
  const passing =
    labels.length > 0
      ? `This is answered with ${labels.join(" or ")}`
      : typeof threshold === "number"
        ? `This is scored with at least ${threshold}`
        : "This holds";
  expected.sentence(at, `${passing}: ${questions.join(" ")}`);
}

/** The model of a run, as the agent. */
function agentIn(runs: readonly Placed[]): Fields | undefined {
  const model = runs
    .map(({ fields }) => textOf(fieldsOf(fields["data_source"])["model"]) ?? textOf(fields["model"]))
    .find(Boolean);
  return model === undefined
    ? undefined
    : { chat: { url: "https://api.openai.com/v1", model, api_key_env: "OPENAI_API_KEY" } };
}
