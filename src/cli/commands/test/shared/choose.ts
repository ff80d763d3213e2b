/** Which callers of the test files are to run. */
import { createHash } from "node:crypto";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { TestCaller } from "../../../manifest/test-callers.ts";
import type { TestFile } from "../../../manifest/tests.ts";
import { suggestion } from "../../../nearest.ts";
import { lastFailed } from "../../../testing/results/last-run.ts";
import type { Parser } from "../../parsers.ts";

export interface Choice {
  readonly name: readonly string[];
  readonly tag: readonly string[];
  readonly last_failed: boolean;
  readonly shard?: Shard | undefined;
}

export interface Chosen {
  readonly test: TestFile;
  readonly names: ReadonlySet<string>;
}

/** One of several parts of about the same size. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export const shard: Parser<Shard> = {
  parse(word) {
    const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(word) ?? [];
    if (index === undefined || Number(index) < 1 || Number(index) > Number(of))
      throw usage(`must be <index>/<count>, such as 1/3, not "${word}"`);
    return { index: Number(index), of: Number(of) };
  },
};

/** The callers to run, by name. @throws Failure (usage) if there are none */
export async function choose(
  context: Context,
  tests: readonly TestFile[],
  { name: parts, tag: tags, last_failed, shard }: Choice,
): Promise<Chosen[]> {
  const failed = last_failed ? await lastFailed(context.cwd) : undefined;
  if (last_failed && !failed) throw usage("no last run in this folder", { where: "--last-failed" });
  const named = pick(
    tests.map((test) => ({ test, names: new Set(test.callers.map(({ name }) => name)) })),
    ({ name }) => parts.length === 0 || parts.some((part) => name.toLowerCase().includes(part.toLowerCase())),
  );
  if (named.length === 0)
    throw usage(`no caller has ${quoted(parts)} in its name`, {
      where: "--name",
      hint: `\`parley test --list\` lists them${parts.map((part) => suggestion(part, allNames(tests))).join("")}`,
    });
  const tagged = pick(
    named,
    (caller) => tags.length === 0 || tagsOf(caller).some((tag) => tags.includes(tag)),
  );
  if (tagged.length === 0) {
    const all_tags = [...new Set(tests.flatMap(({ callers }) => callers.flatMap(tagsOf)))];
    throw usage(`no chosen caller has the tag ${quoted(tags)}`, {
      where: "--tag",
      hint:
        all_tags.length > 0 ? `tags in these files: ${all_tags.join(", ")}` : "give callers `tags: [smoke]`",
    });
  }
  const again = failed ? pick(tagged, ({ name }, { file }) => failed.get(file)?.has(name) === true) : tagged;
  if (again.length === 0) throw usage("no caller of the last run has failed", { where: "--last-failed" });
  return shard ? partOf(again, shard) : again;
}

function pick(chosen: readonly Chosen[], wants: (caller: TestCaller, test: TestFile) => boolean): Chosen[] {
  return chosen
    .map(({ test, names }) => ({
      test,
      names: new Set(
        test.callers.flatMap((caller) =>
          names.has(caller.name) && wants(caller, test) ? [caller.name] : [],
        ),
      ),
    }))
    .filter(({ names }) => names.size > 0);
}

/** The order depends on the names alone, so every machine gets the same part, and slow neighbours are parted. */
function partOf(chosen: readonly Chosen[], { index, of }: Shard): Chosen[] {
  const key = (file: string, name: string) => createHash("sha256").update(`${file}\0${name}`).digest("hex");
  const keys = chosen.flatMap(({ test, names }) => [...names].map((name) => key(test.file, name))).toSorted();
  const mine = new Set(keys.filter((_, place) => place % of === index - 1));
  if (mine.size === 0)
    throw usage(`shard ${index}/${of} has no callers: there are only ${keys.length}`, {
      where: "--shard",
      hint: `use at most ${keys.length} shards`,
    });
  return pick(chosen, ({ name }, { file }) => mine.has(key(file, name)));
}

const tagsOf = ({ fields: { tag, tags } }: TestCaller): string[] => [
  ...(typeof tag === "string" ? [tag] : []),
  ...(Array.isArray(tags) ? (tags as string[]) : []),
];

const allNames = (tests: readonly TestFile[]) =>
  tests.flatMap(({ callers }) => callers.map(({ name }) => name));

const quoted = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(" or ");
