/** The callers of a test file, and the clauses that their expectations mean. */
import type { z } from "zod";
import type { Fields } from "../../contract/is-object.ts";
import type { TestManifest } from "../../contract/schemas/manifests/test.ts";
import { catalogue } from "../../engine/metrics/catalogue.ts";
import { checkRules, isRuleGuidance } from "../../engine/rules-language/compile.ts";
import { clauseOf } from "../../engine/rules-language/short-form.ts";
import type { Detail, Failure } from "../../lib/failure.ts";
import { callersFrom } from "./callers-from.ts";
import { pathFault } from "./check.ts";
import { meantForm } from "./meant-form.ts";
import type { Openness } from "./openness.ts";
import type { Parsed, Path } from "./parsed.ts";
import { publishedForm } from "./plain.ts";
import type { Surroundings } from "./read.ts";
import { type Script, scriptedFields, scriptFaults, scriptOf } from "./scripted-callers.ts";
import { distinctFaults } from "./source.ts";

type Written = z.input<typeof TestManifest>["callers"];

/** The expectation that the tool calls are those that were accepted before. */
export const SNAPSHOT = "matches snapshot";

/** A caller of a test file. */
export interface TestCaller {
  readonly name: string;
  /** Where it is in the file: several have the same place if they come from elsewhere. */
  readonly path: Path;
  /** The fields of E4. Its success criteria are rules, or a sentence if it has no rules. */
  readonly fields: Fields;
  /** Further sentences for a judge. */
  readonly judged: readonly string[];
  /** If it says what is written, word for word. */
  readonly script: Script | undefined;
  /** Its tool calls must be those that were accepted before. */
  readonly has_snapshot: boolean;
}

/** Whether a caller says its lines and nothing is expected of the answers. One with a wish is judged by whether it gets it. */
export const expectsNothing = ({ script, fields, judged, has_snapshot }: TestCaller): boolean =>
  script !== undefined &&
  !script.turns.some(({ expect }) => expect.length > 0) &&
  !fields["success_criteria"] &&
  judged.length === 0 &&
  !has_snapshot;

export interface CallerOptions {
  /** Why the agent cannot get what was said before, if it cannot. */
  readonly no_history: string | undefined;
  readonly surroundings: Surroundings;
  readonly openness: Openness | undefined;
  /** The absolute path of a file that the test file names. Undefined if it has a fault, which is told. */
  include(path: Path, name: string): Promise<string | undefined>;
}

/** The callers of a file as it is written, before the schema's defaults. */
export async function callersOf(
  parsed: Parsed,
  { list, defaults = {} }: Written,
  options: CallerOptions,
): Promise<{ readonly callers: readonly TestCaller[]; readonly faults: readonly Detail[] }> {
  const named_callers: Named[] = [];
  for (const [place, caller] of list.entries())
    named_callers.push(await named(parsed, ["callers", "list", place], caller, options));
  const callers = named_callers.flatMap((one) => one.callers);
  const made = callers.map((caller) => callerOf(parsed, caller, given(defaults)));
  return {
    callers: made.map(({ caller }) => caller),
    faults: distinctFaults([
      ...named_callers.flatMap(({ faults }) => faults),
      ...twins(parsed, callers),
      ...made.flatMap(({ faults }) => faults),
    ]),
  };
}

interface NamedCaller {
  readonly path: Path;
  readonly name: string;
  readonly fields: Fields;
  readonly script?: Script | undefined;
}

interface Named {
  readonly callers: readonly NamedCaller[];
  readonly faults: readonly Detail[];
}

/** An entry of the list: one caller, or all those of the manifest that it names. */
async function named(
  parsed: Parsed,
  path: Path,
  { from, ...caller }: Written["list"][number],
  { surroundings, openness, include, no_history }: CallerOptions,
): Promise<Named> {
  const {
    turns,
    given: before,
    ...fields
  } = given(caller) as Fields & Pick<typeof caller, "turns" | "given">;
  const script = scriptOf({ turns, given: before });
  const faults = [
    ...scriptFaults(parsed, path, { from, ...caller }, { no_history }),
    ...turnFaults(parsed, path, script),
  ];
  if (from === undefined || faults.length > 0) {
    const spoken = script ? { ...fields, ...scriptedFields(script) } : fields;
    return { callers: [{ path, name: caller.name ?? "", fields: spoken, script }], faults };
  }
  const { name: _, ...rest } = fields;
  try {
    const read = await callersFrom(parsed, from, {
      surroundings,
      openness,
      include: (name) => include([...path, "from"], name),
    });
    return {
      callers: read.map((one) => ({ path, name: one.name, fields: { ...one.fields, ...rest } })),
      faults: [],
    };
  } catch (error) {
    const { message, options } = error as Failure;
    return {
      callers: [],
      faults: options?.details ?? [pathFault(parsed, [...path, "from"], message)],
    };
  }
}

/** The fields that were written, without the schema's defaults. */
const given = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function twins(parsed: Parsed, callers: readonly NamedCaller[]): Detail[] {
  const names = new Set<string>();
  return callers.flatMap(({ name, path }) => {
    const isTwin = names.has(name);
    names.add(name);
    return isTwin
      ? [pathFault(parsed, [...path, "name"], `another caller is named ${JSON.stringify(name)}`)]
      : [];
  });
}

function callerOf(
  parsed: Parsed,
  { path, name, fields: own, script }: NamedCaller,
  defaults: Fields,
): { readonly caller: TestCaller; readonly faults: readonly Detail[] } {
  const { expect: _, ...written } = { ...defaults, ...own };
  const expectations = [
    ...placed(defaults["expect"], ["callers", "defaults", "expect"]),
    ...placed(own["expect"], [...path, "expect"]),
  ];
  const clauses: string[] = [];
  const sentences: string[] = [];
  const faults: Detail[] = [];
  const has_snapshot = expectations.some(({ expectation }) => isSnapshot(expectation));
  for (const { expectation, at } of expectations) {
    if (isSnapshot(expectation)) continue;
    if (NEARLY_SNAPSHOT.test(expectation)) faults.push(pathFault(parsed, at, `write \`${SNAPSHOT}\``));
    const clause = clauseOf(expectation);
    if (clause === undefined) sentences.push(expectation);
    else {
      const mistake = mistakeIn(clause, expectation);
      if (mistake === undefined) clauses.push(clause);
      else faults.push(pathFault(parsed, at, mistake));
    }
  }
  const { tool } = (written["goal"] ?? {}) as { readonly tool?: string };
  // An expectation about the goal's tool says what must become of it.
  const isSaid = tool !== undefined && clauses.some((clause) => clause.includes(tool));
  const { fields: published, faults: double } = publishedForm(
    isSaid && written["success"] === undefined ? { success_criteria: "", ...written } : written,
  );
  for (const { field, message } of double) faults.push(pathFault(parsed, [...path, field], message));
  const { success_criteria, ...fields } = published;
  const criteria = typeof success_criteria === "string" ? success_criteria.trim() : "";
  const rules = isRuleGuidance(criteria) ? criteria.split("\n").slice(1) : [];
  if (criteria !== "" && rules.length === 0) sentences.unshift(criteria);
  const all = [...new Set([...rules, ...clauses])];
  const judged = [...new Set(sentences)];
  const own_sentence = all.length === 0 ? judged.shift() : undefined;
  return {
    faults,
    caller: {
      name,
      path,
      judged,
      script,
      has_snapshot,
      fields: {
        ...fields,
        name,
        ...(all.length > 0 && { success_criteria: ["@rules", ...all].join("\n") }),
        ...(own_sentence !== undefined && { success_criteria: own_sentence }),
      },
    },
  };
}

/** A judge would be asked about it. */
const NEARLY_SNAPSHOT = /^\s{0,9}match\w{0,3}\s{1,9}(?:the\s{1,9}|a\s{1,9})?snap\s?shots?\W{0,9}$/i;
const isSnapshot = (expectation: string): boolean => expectation.trim().toLowerCase() === SNAPSHOT;

const placed = (expectations: unknown, path: Path) =>
  (Array.isArray(expectations) ? (expectations as string[]) : []).map((expectation, place) => ({
    expectation,
    at: [...path, place],
  }));

/** What is wrong with the expectations of a script's turns. */
function turnFaults(parsed: Parsed, path: Path, script: Script | undefined): Detail[] {
  return (script?.turns ?? []).flatMap(({ expect }, turn) =>
    expect.flatMap((expectation, place) => {
      const clause = clauseOf(expectation);
      const mistake = isSnapshot(expectation)
        ? "a snapshot is of the whole conversation; put it into the caller's own expect"
        : clause === undefined
          ? "a turn takes clauses only; put a sentence for a judge into the caller's own expect"
          : mistakeIn(clause, expectation);
      return mistake ? [pathFault(parsed, [...path, "turns", turn, "expect", place], mistake)] : [];
    }),
  );
}

const MISSPELT = /^\s{0,9}(?:never\s{1,9})?(call|say)\b/;

function mistakeIn(clause: string, expectation: string): string | undefined {
  const mistake = firstMistake(clause);
  if (!mistake) return undefined;
  const [, verb] = MISSPELT.exec(expectation) ?? [];
  if (verb !== undefined) return `write \`${verb}s\`, not \`${verb}\``;
  const meant = meantForm(expectation, (text) => {
    const read = clauseOf(text);
    return read !== undefined && !firstMistake(read);
  });
  return meant === undefined
    ? inWords(mistake.message, clause, expectation)
    : `not a clause; write \`${meant}\`; ${FOR_A_JUDGE}`;
}

const firstMistake = (clause: string) =>
  checkRules(`@rules\n${clause}`, { response_type: "pass_fail" }, [...catalogue])[0];

const FOR_A_JUDGE = 'a sentence for a judge begins with other words, such as "The agent …"';

const inWords = (message: string, clause: string, expectation: string): string => {
  const read = clause === expectation ? "" : ` (read as \`${clause}\`)`;
  return `${message}${read}; ${FOR_A_JUDGE}`;
};
