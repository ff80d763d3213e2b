/** The tool calls of callers that expect `matches snapshot`, as somebody has accepted them: a file beside the test file. */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readManifests, type Surroundings } from "../../manifest/read.ts";
import { replaceNamedFile } from "../../write-files.ts";
import type { CallerResult } from "./result.ts";

type Verdict = CallerResult["verdicts"][number];

interface Call {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const File = z.strictObject({
  callers: z.record(
    z.string(),
    z.array(z.strictObject({ name: z.string(), parameters: z.record(z.string(), z.unknown()).default({}) })),
  ),
});

const ABOUT = `# The tool calls of callers that expect \`matches snapshot\`. \`parley test --update\` writes this file.
`;

/** The snapshots of one test file. */
export class Snapshots {
  /** As a person names it. */
  readonly file: string;
  readonly #path: string;
  readonly #stored: ReadonlyMap<string, readonly Call[]>;
  readonly #accepted = new Map<string, readonly Call[]>();

  private constructor(file: string, path: string, stored: ReadonlyMap<string, readonly Call[]>) {
    this.file = file;
    this.#path = path;
    this.#stored = stored;
  }

  /** @param test the absolute path of the test file. @throws Failure (usage) with every fault of its snapshots */
  static async beside(test: string, surroundings: Surroundings): Promise<Snapshots> {
    const path = `${test.replace(/(?:\.parley)?\.ya?ml$/, "")}.snapshots.yaml`;
    const file = relative(surroundings.cwd, path);
    if (!existsSync(path)) return new Snapshots(file, path, new Map());
    const [read] = await readManifests([path], File, surroundings, undefined, "no test was run");
    return new Snapshots(file, path, new Map(Object.entries(read?.value.callers ?? {})));
  }

  /** The names of callers whose tool calls were accepted in this run. */
  get accepted(): readonly string[] {
    return [...this.#accepted.keys()];
  }

  /** Further conversations of the caller must do the same. */
  accept(name: string, made: CallerResult["tool_calls"]): void {
    if (!this.#accepted.has(name)) this.#accepted.set(name, made.map(callOf));
  }

  judge(name: string, made: CallerResult["tool_calls"]): Verdict {
    const expected = this.#accepted.get(name) ?? this.#stored.get(name);
    if (!expected)
      return verdict(
        "NOT_EVALUATED",
        null,
        "there is none yet: `parley test --update` keeps these tool calls",
      );
    const difference = differenceOf(expected, made.map(callOf));
    return verdict("EVALUATED", difference === undefined, difference);
  }

  /** @param known all callers of the file that have a snapshot; those of others are removed */
  async write(known: readonly string[]): Promise<void> {
    const all = new Map([...this.#stored, ...this.#accepted]);
    const kept = known.flatMap((name) => {
      const calls = all.get(name);
      return calls ? [[name, calls] as const] : [];
    });
    if (isDeepStrictEqual(new Map(kept), this.#stored)) return;
    const { writeYaml } = await import("../../yaml/write.ts");
    const text = JSON.stringify({ callers: Object.fromEntries(kept) }).replaceAll("${", "$$${");
    await replaceNamedFile(this.#path, `${ABOUT}${writeYaml(JSON.parse(text))}`);
  }
}

const callOf = ({ name, parameters }: CallerResult["tool_calls"][number]): Call => ({
  name,
  parameters: parameters ?? {},
});

const verdict = (status: string, value: boolean | null, message?: string): Verdict =>
  ({
    name: "Snapshot",
    response_type: "pass_fail",
    status,
    value,
    ...(message !== undefined && { message }),
  }) as unknown as Verdict;

/** The verdict on tool calls that are as they were. */
export const HELD = verdict("EVALUATED", true);

/** The first call that is not as it was. */
function differenceOf(expected: readonly Call[], made: readonly Call[]): string | undefined {
  const place = Array.from({ length: Math.max(expected.length, made.length) }).findIndex(
    (_, index) => !isDeepStrictEqual(expected[index], made[index]),
  );
  if (place < 0) return undefined;
  const [was, is] = [expected[place], made[place]];
  const which = `tool call ${place + 1}`;
  if (!is) return `${which} is missing: ${was && inWords(was)}`;
  return was ? `${which} is ${inWords(is)}, not ${inWords(was)}` : `${which} is new: ${inWords(is)}`;
}

const inWords = ({ name, parameters }: Call) => `${name}(${JSON.stringify(parameters)})`;
