import { counted } from "../../../engine/words/counted.ts";
import { EXIT_CODES, Failure, usage } from "../../../lib/failure.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import type { Context } from "../../context.ts";
import { arg, defineCommand, option } from "../command.ts";
import { integerFrom, text } from "../parsers.ts";
import { requireWritable } from "../shared/writable.ts";
import { searchBounds } from "./shared/search-bounds.ts";
import type { FailedResult } from "./shared/shrink-result.ts";
import type { Shrunk, Target } from "./shared/shrink-search.ts";
import type { Tried } from "./shared/shrink-tries.ts";

interface Shown extends Shrunk {
  /** Whether the smallest caller also fails in text, if it called. */
  readonly in_text?: Tried;
}

export const command = defineCommand({
  needs: ["get_simulation_result", "get_digital_human", "delete_digital_human"],
  about:
    "Takes a caller that fails, of a test file (--test) or of a conversation of the service, and leaves out its facts, answers, lines, " +
    "sentences, noise and interruptions, as long as the same criterion fails by the same clause, nothing else fails, and nothing becomes " +
    "undecided. Writes the smallest such caller as a digital human that expects only what failed, and says what it took away. An agent " +
    "that fails only sometimes needs --repeat: a caller counts as failing once --at-least of so many conversations fail. In a service, each " +
    "conversation is a run of its own, with the versions and the seed of the one that failed, and a temporary digital human in the same simulation, " +
    "which is deleted afterwards. If it is interrupted, the same command continues where it stopped: its journal is next to " +
    "the file that it writes. Exit codes: 0 if a caller was written, 9 if the caller does not fail.",
  args: {
    caller: arg("<caller|simulation-result-id>", "the name of the caller, or the id of a conversation"),
  },
  options: {
    test: option("--test <file>", "the test file that the caller is in"),
    out: option("--out <file>", "the digital human to write", text, "smallest.yaml"),
    repeat: option(
      "--repeat <n>",
      "at most so many conversations with each smaller caller",
      integerFrom(1),
      1,
    ),
    ...searchBounds,
    seed: option("--seed <text>", "with --test: callers say the same with the same seed (default: 1)", text),
  },
  examples: [
    ["parley sim shrink Bob --test desk.parley.yaml", "the smallest caller that fails as Bob does"],
    ["parley sim shrink 12", "the smallest caller that fails as the one of conversation 12 did"],
    [
      "parley sim shrink Bob --test desk.parley.yaml --repeat 8 --max-conversations 100",
      "for an agent that fails in one of three conversations",
    ],
  ],
  view: { kind: "text", wraps: true, text: shrunkText },
  async run(context, { caller, test, out, repeat, at_least, seed, ...limits }) {
    if (at_least > repeat) throw usage(`must not be more than --repeat ${repeat}`, { where: "--at-least" });
    if (test === undefined && seed !== undefined)
      throw usage("needs --test: a conversation of a service keeps its own seed", { where: "--seed" });
    if (test === undefined && !/^\d{1,15}$/.test(caller))
      throw usage(`${JSON.stringify(caller)} is not the id of a conversation`, {
        where: "<caller|simulation-result-id>",
        hint: "name the test file of a caller with --test",
      });
    await requireWritable(context, [
      { option: `--out ${out}`, file: out, what: "digital human", isNew: true },
    ]);
    const failed = test === undefined ? await read(context, caller) : undefined;
    const target = failed
      ? (await import("./shared/shrink-result.ts")).resultTarget(context, failed, limits.max_time)
      : await ofTest(context, caller, { file: test ?? "", seed: seed ?? "1" });
    const { startProgress } = await import("../../terminal/progress.ts");
    const progress = context.globals.json ? undefined : await startProgress(context.terminal);
    const tell = async (said: string) => progress?.say(said);
    try {
      const { shrink } = await import("./shared/shrink-search.ts");
      const { shrunk, fields } = await shrink(context, target, { repeat, at_least, out, ...limits, tell });
      if (shrunk.reason === null) throw doesNotFail(target, shrunk, failed);
      const in_text = failed?.is_call
        ? await inText(context, failed, { fields, repeat, at_least, ...limits })
        : undefined;
      const data: Shown = { ...shrunk, ...(in_text && { in_text }) };
      const next = failed
        ? `next: \`parley release check ${failed.run.simulation_id} --prompt <version> --fixes ${failed.id}\` tests a repair`
        : `next: name it in a test file with \`from: ${out}\``;
      return { data, exitCode: EXIT_CODES.done, hint: next };
    } finally {
      progress?.stop();
    }
  },
});

const read = async (context: Context, id: string) =>
  (await import("./shared/shrink-result.ts")).failedResult(context, id);

const inText = async (
  context: Context,
  failed: FailedResult,
  options: Parameters<typeof import("./shared/shrink-result.ts").failsInText>[2],
) => (await import("./shared/shrink-result.ts")).failsInText(context, failed, options);

/** @throws Failure (usage) if the file has no such caller */
async function ofTest(
  context: Context,
  name: string,
  { file, seed }: { readonly file: string; readonly seed: string },
): Promise<Target> {
  const { readTests } = await import("../../manifest/tests.ts");
  const [test] = await readTests([file], context, { has_command: false });
  const caller = test?.callers.find((caller) => caller.name === name);
  if (!test || !caller)
    throw usage(`the file has no caller named ${JSON.stringify(name)}`, {
      where: file,
      hint: `\`parley test ${shellWord(file)} --list\` lists them`,
    });
  return (await import("./shared/shrink-caller.ts")).callerOf(context, { test, caller, seed });
}

function doesNotFail({ name }: Target, { conversations }: Shrunk, failed: FailedResult | undefined): Failure {
  const held = counted(conversations, "conversation");
  const [reason] = failed?.reasons.failed ?? [];
  return new Failure(
    "gate",
    reason === undefined
      ? `${name} did not fail in ${held}`
      : `${name} did not fail by "${reason}" in ${held}`,
    { hint: "for an agent that fails only sometimes, give --repeat" },
  );
}

function shrunkText({
  name,
  reason,
  kept,
  taken,
  conversations,
  turns,
  file,
  stopped,
  ...heard
}: Shown): string {
  return [
    `${name} fails: ${reason}`,
    ...(taken.length > 0
      ? ["not needed:", ...taken.map((says) => `  - ${says}`)]
      : ["nothing can be left out"]),
    ...(kept.length > 0 ? ["needed:", ...kept.map((says) => `  + ${says}`)] : []),
    ...heardLines(heard),
    ...(stopped ? [`stopped after ${stopped}: more may be left out`] : []),
    `${conversations} conversations; in the last that failed, the caller has ${turns} turns; written to ${file}`,
  ].join("\n");
}

/** Whether hearing or thinking is at fault, as far as it was tried. */
const heardLines = ({ on_a_clean_line, in_text }: Pick<Shown, "on_a_clean_line" | "in_text">): string[] => [
  ...(on_a_clean_line ? [triedLine("on a clean line", "noise and interruptions are", on_a_clean_line)] : []),
  ...(in_text ? [triedLine("in text", "hearing is", in_text)] : []),
];

function triedLine(where: string, whatIs: string, { fails, failed, conversations, why }: Tried): string {
  const counts = `${failed} of ${conversations} fail`;
  if (fails === null) return `${where}: undecided (${counts}): ${why}`;
  return fails
    ? `${where}: yes, it fails too (${counts}), so ${whatIs} not the cause`
    : `${where}: no, it does not fail (${counts}), so look at what the agent hears`;
}
