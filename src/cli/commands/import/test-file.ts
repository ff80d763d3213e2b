/** The tests of other frameworks as the text of a test file, and the report of what was not taken over. */
import { dirname, resolve } from "node:path";
import { readTestData, TEST_FORMATS, type TestDataRead } from "../../../engine/test-data/read.ts";
import type { Note, Place, Scenario, Source } from "../../../engine/test-data/scenario.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { Entry } from "../../manifest/entry.ts";
import { resolveInclude } from "../../manifest/includes.ts";
import { parseFile } from "../../manifest/parse.ts";
import type { Parsed } from "../../manifest/parsed.ts";
import { parseFiles, refuseFaults } from "../../manifest/read.ts";
import { positionOf, toSource } from "../../manifest/source.ts";
import { testOf } from "../../manifest/tests.ts";
import { readText } from "../../manifest/text.ts";
import { withoutVariables } from "../../manifest/variables.ts";
import { writeYaml } from "../../yaml/write.ts";

interface Reported {
  /** File, line and column. */
  readonly where: string;
  readonly state: Note["state"] | "no_caller";
  readonly message: string;
}

export interface ImportedTests {
  readonly format: string;
  readonly tests: number;
  readonly callers: number;
  /** Whether the files say how the agent is reached. */
  readonly has_agent: boolean;
  readonly report: readonly Reported[];
  readonly file?: string;
}

interface Imported {
  readonly data: ImportedTests;
  readonly text: string;
  readonly prompt: string | undefined;
}

type Callers = readonly Extract<Scenario, { readonly caller: object }>[];

/** Takes part in nothing: only there until somebody has said how the agent is reached. */
const EXAMPLE = { command: "node agent.mjs", stdio: true };
/** How many files that the documents name are read. */
const NAMED_MAXIMUM = 200;

/** @throws Failure (usage) if the files cannot be read, or are of no known format */
export async function importTests(
  context: Context,
  names: readonly string[],
  prompt_file: string | undefined,
): Promise<Imported> {
  const { documents, faults } = await parseFiles(names, context.cwd);
  refuseFaults(faults, { hint: "nothing was written" });
  const values = documents.map(({ value }) => value);
  const read = readTestData({ documents: values, files: await namedFiles(documents) });
  if ("unknown" in read) return refuseUnknown(read, documents);
  const with_callers = read.scenarios.filter((scenario): scenario is Callers[number] => "caller" in scenario);
  const { callers, refused } = await checked(context, with_callers);
  const prompt =
    prompt_file === undefined || read.prompt === undefined ? undefined : `${read.prompt.trimEnd()}\n`;
  const places = new Places(documents);
  const report = [
    ...read.notes.map(({ at, state, message }) => ({ at, state, message })),
    ...[...read.scenarios, ...refused].flatMap((scenario) =>
      "reason" in scenario
        ? [{ at: scenario.at, state: "no_caller" as const, message: `${scenario.name}: ${scenario.reason}` }]
        : [],
    ),
  ];
  return {
    data: {
      format: read.format,
      tests: read.scenarios.length,
      callers: callers.length,
      has_agent: read.agent !== undefined,
      report: places.inOrder(report),
    },
    prompt,
    text: fileOf(read, callers, { names, prompt_file: prompt === undefined ? undefined : prompt_file }),
  };
}

function refuseUnknown(
  { several }: Extract<TestDataRead, { unknown: unknown }>,
  documents: readonly Parsed[],
): never {
  if (several)
    throw usage(`the files are of several formats: ${several.join(", ")}`, { hint: "read each apart" });
  throw usage("not a format of tests that Parley reads", {
    where: documents.map(({ source }) => source.file).join(", "),
    hint: `it reads: ${TEST_FORMATS.join("; ")}`,
  });
}

/** Texts and tests that the documents name as `file://…`, of their own folder. */
async function namedFiles(documents: readonly Parsed[]): Promise<Source["files"]> {
  const files = new Map<string, { text: string; values: unknown[] }>();
  for (const parsed of documents)
    for (const name of namesIn(parsed.value).slice(0, NAMED_MAXIMUM)) {
      const file = name.slice("file://".length);
      if (files.has(name) || !/\.(?:txt|md|json|jsonl|ya?ml)$/i.test(file)) continue;
      try {
        const { path } = await resolveInclude(new Entry(parsed, []), file, {});
        const text = await readText(path, file);
        const isText = /\.(?:txt|md)$/i.test(file);
        const values = isText
          ? []
          : parseFile(toSource(file, path, text)).documents.map(({ value }) => value);
        files.set(name, { text, values });
      } catch {
        // The report says that it was not read.
      }
    }
  return files;
}

function namesIn(value: unknown): string[] {
  if (typeof value === "string") return /^file:\/\/[^*]{1,500}$/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}

/** Without the callers that a test file would refuse. */
async function checked(
  context: Context,
  callers: Callers,
): Promise<{ readonly callers: Callers; readonly refused: readonly Scenario[] }> {
  const faultOf = async (list: Callers): Promise<string | undefined> => {
    const path = resolve(context.cwd, "callers.parley.yaml");
    const text = writeYaml(formOf(EXAMPLE, list));
    const [parsed] = parseFile(toSource("callers.parley.yaml", path, text)).documents;
    if (!parsed) return "it cannot be written as YAML";
    const { faults } = await testOf(parsed, { cwd: dirname(path), env: {} }, { has_command: true });
    return faults[0]?.message;
  };
  if (callers.length === 0 || (await faultOf(callers)) === undefined) return { callers, refused: [] };
  const kept: Callers[number][] = [];
  const refused: Scenario[] = [];
  for (const caller of callers) {
    const fault = await faultOf([caller]);
    if (fault === undefined) kept.push(caller);
    else refused.push({ name: caller.name, at: caller.at, reason: fault.replace("callers.list.0.", "") });
  }
  return { callers: kept, refused };
}

const formOf = (agent: object, callers: Callers) => ({
  kind: "Test",
  agent: withoutVariables(agent),
  callers: { list: callers.map(({ caller }) => withoutVariables(caller)) },
});

function fileOf(
  { format, agent }: Extract<TestDataRead, { format: string }>,
  callers: Callers,
  { names, prompt_file }: { readonly names: readonly string[]; readonly prompt_file: string | undefined },
): string {
  const prompt = prompt_file === undefined ? {} : { prompt: prompt_file.split("/").at(-1) };
  const head = `# ${format}: ${names.join(", ").replaceAll(/\s+/g, " ").slice(0, 300)}\n`;
  const example = agent
    ? ""
    : "# Nobody has said how the agent is reached. Replace `agent`; `parley docs testing` has the ways.\n";
  return head + example + writeYaml(formOf({ ...(agent ?? EXAMPLE), ...prompt }, callers));
}

/** Where in the files each part of the report is. */
class Places {
  readonly #documents: readonly Parsed[];

  constructor(documents: readonly Parsed[]) {
    this.#documents = documents;
  }

  inOrder(
    report: readonly { readonly at: Place; readonly state: Reported["state"]; readonly message: string }[],
  ) {
    const placed = report.map(({ at: [index = 0, ...path], state, message }) => {
      const { source, offsetOf } = this.#documents[Number(index)] as Parsed;
      const offset = offsetOf(path);
      const { line, col } = positionOf(source, offset);
      return {
        index: Number(index),
        offset,
        shown: { where: `${source.file}:${line}:${col}`, state, message },
      };
    });
    const shown = placed.toSorted((a, b) => a.index - b.index || a.offset - b.offset).map((one) => one.shown);
    // What holds for all tests is one line of the file.
    return [...new Map(shown.map((one) => [JSON.stringify(one), one])).values()];
  }
}
