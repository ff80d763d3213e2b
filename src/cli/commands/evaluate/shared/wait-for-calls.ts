import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readCall } from "../../../../contract/readings/call.ts";
import { EXIT_CODES } from "../../../../lib/failure.ts";
import { pollDelay } from "../../../../lib/poll-delay.ts";
import type { Requirement } from "../../../../results/calibration/requirement.ts";
import type { Context } from "../../../context.ts";
import type { Call } from "../../../render/evaluation/call.ts";
import type { Result } from "../../command.ts";
import { readCalibration } from "../../judge/shared/calibration.ts";
import type { LabelledCalls } from "../../judge/shared/canary.ts";
import { withReport } from "../../report/hint.ts";
import type { PageOptions } from "../html.ts";
import { type Gate, type GateOptions, isOver, judgeCalls, verdictsOf } from "./gate.ts";
import { gateText, nextOf } from "./gate-text.ts";

export interface WaitInput extends GateOptions, PageOptions {
  /** Seconds. */
  readonly poll: number;
  readonly junit: string | undefined;
  /** What a judge's certificate must show for its verdicts to count. */
  readonly require_calibration: Requirement | undefined;
  readonly canaries: readonly LabelledCalls[];
}

/** How many calls to ask about at the same time. */
const LOOKS = 8;

/**
 * Waits until all calls are evaluated or the time runs out, and judges them. The exit code is 9 if they do
 * not pass.
 * @param names what reports call the calls, by id
 */
export async function waitForCalls(
  context: Context,
  call_ids: readonly string[],
  input: WaitInput,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<Result<Gate>> {
  const { startProgress } = await import("../../../terminal/progress.ts");
  const { json, output } = context.globals;
  // With --json, stderr is reserved for errors.
  const progress = json || output === "json" ? undefined : await startProgress(context.terminal);
  const settled_calls = await untilOver(context, call_ids, input, async (text) =>
    progress?.say(text),
  ).finally(() => progress?.stop());
  const calibration = await readCalibration(
    context,
    settled_calls.flatMap(verdictsOf),
    input.require_calibration,
    input.canaries,
  );
  const gate = judgeCalls(settled_calls, input, calibration);
  const { calls } = gate;
  await writeVerdicts(context, calls, input, names);
  const { tellGitHub } = await import("../github.ts");
  await tellGitHub(context, gate, names);
  const { writeCallsPage } = await import("../html.ts");
  const line = await writeCallsPage(context, gate, names, input);
  return {
    data: gate,
    view: { kind: "text", wraps: true, text: (data) => gateText(data as Gate, names, input.suspicions) },
    ...withReport(nextOf(gate, names), line),
    exitCode: gate.passed ? EXIT_CODES.done : EXIT_CODES.gate,
  };
}

/** Writes the JUnit report, if one was requested. */
export async function writeVerdicts(
  { cwd }: Context,
  calls: readonly Call[],
  {
    junit,
    allow_unevaluated,
    suspicions,
  }: Pick<WaitInput, "junit"> & Partial<Pick<WaitInput, "allow_unevaluated" | "suspicions">>,
  names?: ReadonlyMap<string, string>,
): Promise<void> {
  if (junit === undefined) return;
  const { saveReport } = await import("../../../bulk/report.ts");
  const { toJunit } = await import("../verdicts-junit.ts");
  await saveReport(resolve(cwd, junit), toJunit(calls, names, { allow_unevaluated, suspicions }));
}

/** The calls in the order of the ids, each as it was last seen. */
async function untilOver(
  context: Context,
  call_ids: readonly string[],
  { max_wait, poll }: WaitInput,
  tell: (text: string) => Promise<void>,
): Promise<Call[]> {
  const began = performance.now();
  const calls = new Map<string, Call>();
  for (;;) {
    const open = call_ids.filter((call_id) => !isDone(calls.get(call_id)));
    for (let at = 0; at < open.length; at += LOOKS)
      await Promise.all(
        open.slice(at, at + LOOKS).map(async (call_id) => {
          const { call_log } = await context.read("get_call_log", { params: { call_id } });
          calls.set(call_id, readCall(call_log));
        }),
      );
    const over = call_ids.filter((call_id) => isDone(calls.get(call_id))).length;
    const waited = performance.now() - began;
    const left = max_wait * 1000 - waited;
    if (over === call_ids.length || left <= 0) return call_ids.flatMap((call_id) => calls.get(call_id) ?? []);
    await tell(`${over} of ${call_ids.length} calls evaluated`);
    await sleep(Math.min(pollDelay(waited, poll * 1000), left), undefined, { signal: context.signal });
  }
}

const isDone = (call: Call | undefined) => call !== undefined && isOver(call);
