/** `--fixes`: a repair counts only if the failure recurred before, is gone after, and nothing else broke. */
import { compareRuns } from "../../../../engine/comparison/compare-runs.ts";
import { judgeRepair, type Recurred, type Repair } from "../../../../engine/comparison/repair.ts";
import { counted } from "../../../../engine/words/counted.ts";
import { usage } from "../../../../lib/failure.ts";
import { type Conversation, isJudged, repetitionsOf } from "../../../../results/check/conversation.ts";
import type { Context } from "../../../context.ts";
import type { TestedRun } from "../../../release/check/gate.ts";
import { option } from "../../command.ts";
import { integerFrom, text } from "../../parsers.ts";
import { type FailedResult, failedResult, reasonsOf } from "../../sim/shared/shrink-result.ts";
import type { Version } from "../../versions/kinds.ts";
import { runTest, type Test } from "./test-service.ts";

export const fixesOptions = {
  fixes: option(
    "--fixes <result-id>",
    "accept the version only as a repair of this failed conversation: it fails again with its own version, no longer with this one, and nothing else broke",
    text,
  ),
  repeat: option(
    "--repeat <n>",
    "with --fixes: how often its caller speaks with each version (default: 8)",
    integerFrom(1),
  ),
  recurs: option(
    "--recurs <k>",
    "with --fixes: how many of these conversations must fail with the earlier version (default: 1)",
    integerFrom(1),
  ),
};

const REPEAT = 8;

/** What a check says about the repair of a conversation. */
export interface Fixed extends Repair {
  readonly simulation_result_id: string;
  /** The criterion that failed, with its clauses. */
  readonly failure: string;
  readonly before: Recurred;
  readonly after: Recurred;
  readonly compared: number;
  readonly broken: number;
}

type Waiting = Pick<Test, "retries" | "max_wait" | "poll">;

/** A conversation to be repaired, and what was seen with its own version. */
export interface Broken {
  readonly failed: FailedResult;
  readonly repeat: number;
  readonly recurs: number;
  readonly before: Recurred;
  readonly others: readonly Conversation[];
  /** Callers say the same with both versions. */
  readonly seed: string;
}

interface Asked extends Waiting {
  readonly fixes: string | undefined;
  readonly repeat: number | undefined;
  readonly recurs: number | undefined;
  readonly simulation_id: number;
  readonly prompt: Version | undefined;
}

/**
 * Holds the conversations with the version that failed. Undefined without --fixes.
 * @throws Failure (usage) if there is nothing to compare
 */
export async function failedBefore(context: Context, asked: Asked): Promise<Broken | undefined> {
  const { fixes, repeat = REPEAT, recurs = 1, simulation_id, prompt, ...waiting } = asked;
  if (fixes === undefined) {
    if (asked.repeat !== undefined || asked.recurs !== undefined)
      throw usage("needs --fixes", { where: asked.repeat === undefined ? "--recurs" : "--repeat" });
    return undefined;
  }
  const refuse = (why: string, hint?: string) =>
    usage(why, { where: `--fixes ${fixes}`, ...(hint && { hint }) });
  if (recurs > repeat) throw usage(`must not be more than --repeat ${repeat}`, { where: "--recurs" });
  const failed = await failedResult(context, fixes);
  const { run } = failed;
  if (run.simulation_id !== simulation_id)
    throw refuse(`the conversation is of simulation ${run.simulation_id}, not ${simulation_id}`);
  if (run.prompt_id === undefined || prompt?.id == null)
    throw refuse("the service does not say which prompt versions to compare");
  if (run.prompt_id === prompt.id)
    throw refuse(
      `it failed with prompt version ${prompt.version}, which is the one to be checked`,
      "name the repaired version with --prompt",
    );
  const seed = run.seed ?? "1";
  const own = { ...waiting, run: { ...run, seed } as unknown as Test["run"] };
  const others = await runTest(context, own);
  const again = await runTest(context, repeated(own, failed, repeat));
  return { failed, repeat, recurs, seed, before: recurredIn(again.runs, failed), others: allOf(others.runs) };
}

const repeated = (test: Test, { digital_human_id }: FailedResult, num_runs: number): Test => ({
  ...test,
  run: { ...test.run, num_runs, digital_human_ids: [digital_human_id] } as unknown as Test["run"],
});

/** Holds the same conversations with the repaired version, after the check has held those of all callers. */
export async function judgeFix(
  context: Context,
  { failed, repeat, recurs, before, others, seed }: Broken,
  { runs, run, ...waiting }: Waiting & { readonly runs: readonly TestedRun[]; readonly run: Test["run"] },
): Promise<Fixed> {
  const again = await runTest(context, repeated({ ...waiting, run: { ...run, seed } }, failed, repeat));
  const after = recurredIn(again.runs, failed);
  const compared = compareRuns(outcomesOf(others), outcomesOf(allOf(runs)));
  const isOther = (one: { readonly digital_human_id: number }) =>
    one.digital_human_id !== failed.digital_human_id;
  const broken = compared.broken.filter(isOther).length;
  const passing = [...compared.still_passing, ...compared.broken].filter(isOther).length;
  return {
    simulation_result_id: failed.id,
    failure: failed.reasons.failed[0] ?? "outcome",
    before,
    after,
    compared: passing,
    broken,
    ...judgeRepair({ before, after, at_least: recurs, broken }),
  };
}

const allOf = (runs: readonly TestedRun[]) => runs.flatMap(({ conversations }) => conversations);

/** A conversation without a verdict says neither that it is gone nor that it is there. */
function recurredIn(runs: readonly TestedRun[], { reasons: { failed } }: FailedResult): Recurred {
  const judged = allOf(runs).filter(isJudged);
  const reasons = judged.map((conversation) => reasonsOf(conversation as Parameters<typeof reasonsOf>[0]));
  const [reason] = failed;
  return {
    n: judged.length,
    failed: reasons.filter((one) => reason !== undefined && one.failed.includes(reason)).length,
  };
}

function outcomesOf(conversations: readonly Conversation[]) {
  const repetitions = repetitionsOf(conversations);
  return conversations.map(({ id, digital_human_id, outcome = null }) => ({
    digital_human_id,
    repetition: repetitions.get(id) ?? 1,
    outcome,
  }));
}

/** What was seen, with the bound that it is stated with. */
export function fixLines(fixed: Fixed | null): string[] {
  if (!fixed) return [];
  const { before, after, p, fails_at_most, failure, compared, broken, simulation_result_id } = fixed;
  return [
    `result ${simulation_result_id}: ${failure}`,
    `  before: ${before.failed} of ${before.n} conversations fail by it, after: ${after.failed} of ${after.n}; p = ${p.toPrecision(2)}`,
    ...(after.failed === 0 && after.n > 0
      ? [`  with 95% certainty, at most ${(fails_at_most * 100).toFixed(1)}% of conversations still do`]
      : []),
    compared === 0
      ? "  no other conversation passed before, so none could break"
      : `  of ${counted(compared, "other conversation")} that passed before, ${broken} broke`,
  ];
}
