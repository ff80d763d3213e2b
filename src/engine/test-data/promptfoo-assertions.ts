/** Assertions of promptfoo as expectations: those about words, tools and time, and those that a model judges. */
import { type Fields, fieldsOf, isObject, itemsOf } from "../../contract/is-object.ts";
import { calls, type Expected, literal, says } from "./expect.ts";
import { textOf } from "./fields.ts";
import type { Place } from "./scenario.ts";
import { filled } from "./template.ts";

/** Assertions that are questions to a model; the value is what it must find. */
const JUDGED = new Set([
  "llm-rubric",
  "agent-rubric",
  "g-eval",
  "model-graded-closedqa",
  "model-graded-factuality",
  "factuality",
  "trajectory:goal-success",
]);

export interface Assertion {
  readonly value: unknown;
  readonly at: Place;
}

/** Adds what an assertion expects. @param vars the variables of the test */
export function readAssertion({ value, at }: Assertion, vars: Fields, expected: Expected): void {
  const assertion = fieldsOf(value);
  const written = textOf(assertion["type"]) ?? "";
  const never = written.startsWith("not-");
  const type = written.replace(/^not-/, "");
  if (type === "assert-set") {
    readSet(assertion, at, vars, expected);
    return;
  }
  const read = filledIn(assertion["value"], vars);
  if ("missing" in read) {
    expected.lost(at, `${written}: ${read.missing} cannot be filled in`);
    return;
  }
  if (assertion["transform"] !== undefined) {
    expected.lost(at, `${written}: a transform is a program`);
    return;
  }
  const wanted: Wanted = { type, written, never, at, value: read.value, threshold: assertion["threshold"] };
  if (!readWords(wanted, expected) && !readTools(wanted, expected) && !readOthers(wanted, expected))
    expected.lost(at, `${written || "an assertion without a type"} has no counterpart`);
}

interface Wanted {
  readonly type: string;
  readonly written: string;
  readonly never: boolean;
  readonly at: Place;
  readonly value: unknown;
  readonly threshold: unknown;
}

function readSet(set: Fields, at: Place, vars: Fields, expected: Expected): void {
  if (typeof set["threshold"] === "number" && set["threshold"] < 1) {
    expected.lost(at, "assert-set: a part of its assertions would be enough");
    return;
  }
  for (const [place, value] of itemsOf(set["assert"]).entries())
    readAssertion({ value, at: [...at, "assert", place] }, vars, expected);
}

function readWords({ type, never, at, value }: Wanted, expected: Expected): boolean {
  const ignore_case = type.startsWith("i");
  const options = { ignore_case, never };
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);
  const [text] = texts;
  if (text === undefined) return false;
  switch (ignore_case ? type.slice(1) : type) {
    case "contains":
      expected.text(at, text, options);
      return true;
    case "contains-any":
      expected.clause(at, says(texts.map(literal).join("|"), options));
      return true;
    case "contains-all":
      if (never) return false;
      for (const text of texts) expected.text(at, text, options);
      return true;
  }
  switch (type) {
    case "regex":
      expected.clause(at, says(text, { never }));
      return true;
    case "starts-with":
      expected.clause(at, says(`^${literal(text)}`, { never }));
      return true;
    case "equals":
      if (typeof value === "object") return false;
      expected.clause(at, says(`^${literal(text)}$`, { never }));
      return true;
  }
  return false;
}

function readTools({ type, never, at, value }: Wanted, expected: Expected): boolean {
  const fields = fieldsOf(value);
  const put = (clause: string) => expected.clause(at, never ? `never ${clause}` : clause);
  if (type === "trajectory:tool-used") {
    const names = (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);
    for (const name of names) put(calls(name));
    if (names.length > 0) return true;
    const name = textOf(fields["name"]);
    if (name === undefined || name.includes("*")) return false;
    const { min, max } = fields;
    if (typeof min === "number" || max === undefined)
      put(`${calls(name)} at least ${Number(min ?? 1)} times`);
    if (typeof max === "number") put(`${calls(name)} at most ${max} times`);
    return true;
  }
  if (type === "trajectory:tool-args-match") {
    const name = textOf(fields["name"]);
    if (name === undefined) return false;
    put(calls(name, fields["args"] ?? fields["arguments"]));
    return true;
  }
  if (type === "trajectory:tool-sequence" && !never) {
    const steps = itemsOf(Array.isArray(value) ? value : fields["steps"]).flatMap(
      (one) => textOf(one) ?? textOf(fieldsOf(one)["name"]) ?? [],
    );
    for (const [place, step] of steps.entries()) {
      const before = steps[place - 1];
      put(before === undefined ? calls(step) : `${calls(step)} after tool ${JSON.stringify(before)} called`);
    }
    return steps.length > 0;
  }
  return false;
}

function readOthers({ type, never, at, value, threshold }: Wanted, expected: Expected): boolean {
  if (type === "latency" && !never && typeof threshold === "number") {
    expected.clause(at, `response_latency.max < ${Math.round(threshold)}ms`);
    return true;
  }
  const text = textOf(value);
  if (!JUDGED.has(type) || text === undefined || /^file:\/\//.test(text)) return false;
  const sentence = type.endsWith("factuality") ? `What the agent says agrees with this: ${text}` : text;
  expected.sentence(at, never ? `This does not hold: ${sentence}` : sentence);
  return true;
}

/** A value with the variables of the test in its texts. */
function filledIn(value: unknown, vars: Fields): { readonly value: unknown } | { readonly missing: string } {
  if (typeof value === "string") {
    const read = filled(value, vars);
    return "missing" in read ? read : { value: read.text };
  }
  if (!Array.isArray(value)) return { value };
  const all = value.map((one) => filledIn(one, vars));
  const missing = all.find((one) => "missing" in one);
  return missing ?? { value: all.flatMap((one) => ("value" in one ? [one.value] : [])) };
}

const TEMPLATES = "#/assertionTemplates/";

/** The configuration with its own assertions in place of references to them. */
export function withTemplates(config: Fields): Fields {
  const templates = fieldsOf(config["assertionTemplates"]);
  if (Object.keys(templates).length === 0) return config;
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (!isObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref === "string" && $ref.startsWith(TEMPLATES))
      return templates[$ref.slice(TEMPLATES.length)] ?? value;
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, replaced(inside)]));
  };
  return fieldsOf(replaced(config));
}
