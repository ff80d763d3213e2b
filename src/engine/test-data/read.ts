/** Test files of other frameworks: which one it is, and its tests as callers of a test file. */
import { adk } from "./adk.ts";
import { cekura } from "./cekura.ts";
import { livekitScenarios } from "./livekit-scenarios.ts";
import { openaiEvals } from "./openai-evals.ts";
import { promptfoo } from "./promptfoo.ts";
import { rasa } from "./rasa.ts";
import type { Reader, Scenario, Source, TestData } from "./scenario.ts";

const READERS: readonly Reader[] = [promptfoo, rasa, adk, livekitScenarios, cekura, openaiEvals];

/** The formats that can be read. */
export const TEST_FORMATS = READERS.map(({ format }) => format);

export type TestDataRead =
  | (TestData & { readonly format: string })
  /** @param unknown the documents of no format, or of several */
  | { readonly unknown: readonly number[]; readonly several?: readonly string[] };

/** The format of a document; undefined if it is none of them. */
export const testFormatOf = (document: unknown): string | undefined =>
  READERS.find((one) => one.recognizes(document))?.format;

export function readTestData(source: Source): TestDataRead {
  const readers = source.documents.map((document) => READERS.find((one) => one.recognizes(document)));
  const unknown = readers.flatMap((reader, index) => (reader ? [] : [index]));
  if (unknown.length > 0) return { unknown };
  const [reader, ...others] = new Set(readers);
  if (!reader) return { unknown: [] };
  if (others.length > 0)
    return { unknown: [], several: [reader, ...others].flatMap((one) => one?.format ?? []) };
  const { scenarios, ...read } = reader.read(source);
  return { ...read, format: reader.format, scenarios: named(scenarios) };
}

/** A caller's name is its identity in a test file. */
function named(scenarios: readonly Scenario[]): Scenario[] {
  const taken = new Set<string>();
  return scenarios.map((scenario) => {
    let name = scenario.name;
    for (let number = 2; taken.has(name); number++) name = `${scenario.name} (${number})`;
    taken.add(name);
    return "caller" in scenario
      ? { ...scenario, name, caller: { ...scenario.caller, name } }
      : { ...scenario, name };
  });
}
