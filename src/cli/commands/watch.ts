import { setTimeout as sleep } from "node:timers/promises";
import { readCall } from "../../contract/readings/call.ts";
import {
  countOutcomes,
  countVerdicts,
  outcomeOfVerdict,
  outcomeOfVerdicts,
} from "../../contract/rules/outcomes.ts";
import { cusum, failureChart } from "../../engine/comparison/cusum.ts";
import { percent } from "../../engine/words/figures-in-words.ts";
import { Failure } from "../../lib/failure.ts";
import type { Context } from "../context.ts";
import type { Call } from "../render/evaluation/call.ts";
import { tooFewPassed } from "../render/pass-rate.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { defineCommand, option } from "./command.ts";
import { isOver } from "./evaluate/shared/gate.ts";
import { listCalls, PAGE_MAXIMUM } from "./evaluate/shared/list-calls.ts";
import { integerFrom, numberBetween, text } from "./parsers.ts";
import { createPrinter, type StreamView } from "./shared/stream.ts";
import { pollOption } from "./sim/shared/poll-option.ts";

/** An evaluated call, as the command prints it. */
interface Watched {
  readonly call_id: string;
  readonly agent_id: string | null;
  readonly start_time_utc: string | null;
  /** Null if there is no pass_fail verdict. */
  readonly passed: boolean | null;
  readonly counts: { readonly passed: number; readonly failed: number; readonly not_evaluated: number };
  /** The names of the metrics that failed. */
  readonly failed: readonly string[];
}

const view: StreamView<Watched> = {
  columns: [
    "start_time_utc",
    "call_id",
    "agent_id",
    { title: "passed", value: ({ passed }: Watched) => wordOf(passed) },
    { title: "failed", value: ({ failed }: Watched) => failed.join(", ") },
  ],
  text: ({ start_time_utc, call_id, agent_id, passed, counts, failed }) =>
    sanitizeLine(
      `${start_time_utc ?? "-"}  agent ${agent_id ?? "-"}  ${call_id}  ${wordOf(passed)}` +
        `${failed.length > 0 ? `: ${failed.join(", ")}` : ""}` +
        `${counts.not_evaluated > 0 ? `  (${counts.not_evaluated} not evaluated)` : ""}`,
    ),
};

const wordOf = (passed: boolean | null) => (passed === null ? "no verdict" : passed ? "passed" : "FAILED");

export const command = defineCommand({
  about:
    "Prints each call once it has been evaluated, starting with calls submitted from now on, and runs until " +
    "Ctrl-C. With --min-pass-rate, it exits with 9 when too few of the last calls passed. With " +
    "--expected-pass-rate, it exits with 9 when a CUSUM chart shows that calls fail more often than expected, " +
    "beyond chance; the chart is most sensitive to doubled odds of failure. A call passes if it has a pass_fail " +
    "verdict and none of them failed; a call without a verdict does not count. With --json or -o jsonl, prints " +
    "one JSON object per line.",
  needs: ["list_all_call_logs", "list_call_logs"],
  options: {
    agent: option("--agent <id>", "only calls of this agent", integerFrom(1)),
    tag: option("--tag <tag>", "only calls with this tag", text),
    min_pass_rate: option(
      "--min-pass-rate <rate>",
      "share of the last calls that must pass, from 0 to 1; checked once there are as many as --window",
      numberBetween(0, 1),
    ),
    window: option("--window <n>", "how many of the last calls --min-pass-rate looks at", integerFrom(1), 20),
    expected_pass_rate: option(
      "--expected-pass-rate <rate>",
      "normal share of passing calls, between 0 and 1; the chart detects when fewer pass",
      numberBetween(0.001, 0.999),
    ),
    false_alarm_calls: option(
      "--false-alarm-calls <n>",
      "average number of calls between two false alarms of the chart, at least",
      integerFrom(2),
      1000,
    ),
    duration: option("--for <seconds>", "end after this time with exit code 0", numberBetween(0, 31_536_000)),
    poll: pollOption,
  },
  examples: [
    ["parley watch --agent 101", "the verdicts of new calls"],
    ["parley watch --min-pass-rate 0.9 --window 50", "ends with 9 when fewer than 45 of the last 50 passed"],
    ["parley watch --expected-pass-rate 0.95", "ends with 9 when calls fail more often than by chance"],
  ],
  async run(context, { agent, tag, duration, poll, ...limits }) {
    const print = await createPrinter(context, view);
    const gate = gateOf(limits);
    const query = { ...(agent !== undefined && { agent_id: agent }), ...(tag !== undefined && { tag }) };
    const end = duration === undefined ? undefined : AbortSignal.timeout(duration * 1000);
    const stopped = AbortSignal.any([context.signal, context.terminal.outputLost, ...(end ? [end] : [])]);
    const seen = new Set<string>();
    const open = new Map<string, Call>();
    for (const { id } of await newestCalls(context, query, () => true)) seen.add(id);
    await context.terminal.note("watching; stop with Ctrl-C");
    while (!stopped.aborted) {
      // Keep requesting older calls while one of them may be new or not yet evaluated.
      const isEnough = (calls: readonly Call[]) => {
        const ids = new Set(calls.map(({ id }) => id));
        return (
          calls.some(({ id }) => seen.has(id) && !open.has(id)) && [...open.keys()].every((id) => ids.has(id))
        );
      };
      const calls = await newestCalls(context, query, isEnough).catch((error: unknown) => {
        // A stop is the usual end, even in the middle of a request.
        if (stopped.aborted) return [];
        throw error;
      });
      for (const call of calls.reverse()) {
        if (seen.has(call.id) && !open.has(call.id)) continue;
        seen.add(call.id);
        open.set(call.id, call);
        if (!isOver(call)) continue;
        open.delete(call.id);
        const watched = toWatched(call);
        await print(watched);
        const reason = watched.passed === null ? undefined : gate(watched.passed);
        if (reason !== undefined)
          throw new Failure("gate", reason, {
            hint: `\`parley evaluate show ${call.id}\` shows the last call`,
          });
      }
      await sleep(poll * 1000, undefined, { signal: stopped }).catch(() => undefined);
    }
    return { data: undefined };
  },
});

/** Requests pages of calls, newest first, until there are enough of them. */
async function newestCalls(
  context: Context,
  query: { agent_id?: number; tag?: string },
  isEnough: (calls: readonly Call[]) => boolean,
): Promise<Call[]> {
  const calls = new Map<string, Call>();
  for (let page = 1; ; page++) {
    const listed = await listCalls(context, { ...query, page, page_size: PAGE_MAXIMUM });
    for (const call of listed.call_logs.map(readCall)) calls.set(call.id, call);
    const all = [...calls.values()];
    if (!(listed.total_pages > page) || isEnough(all)) return all;
  }
}

function toWatched({ id, agent_id, start_time_utc, evaluation }: Call): Watched {
  const verdicts = evaluation?.verdicts ?? [];
  const { passed, failed, not_evaluated } = countVerdicts(verdicts);
  const outcome = outcomeOfVerdicts(verdicts);
  return {
    call_id: id,
    agent_id: agent_id ?? null,
    start_time_utc: start_time_utc ?? null,
    passed: outcome === "passed" ? true : outcome === "failed" ? false : null,
    counts: { passed, failed, not_evaluated },
    failed: verdicts.filter((verdict) => outcomeOfVerdict(verdict) === "failed").map(({ name }) => name),
  };
}

interface Limits {
  readonly min_pass_rate: number | undefined;
  readonly window: number;
  readonly expected_pass_rate: number | undefined;
  readonly false_alarm_calls: number;
}

/** Returns a function that takes one call after the other. Once it is time to end, it says why. */
function gateOf({ min_pass_rate, window, expected_pass_rate, false_alarm_calls }: Limits) {
  const chart =
    expected_pass_rate === undefined ? undefined : failureChart(1 - expected_pass_rate, false_alarm_calls);
  const last: boolean[] = [];
  const all = { calls: 0, passed: 0 };
  let sum = 0;
  return (passed: boolean): string | undefined => {
    last.push(passed);
    if (last.length > window) last.shift();
    all.calls++;
    if (passed) all.passed++;
    const good = last.filter(Boolean).length;
    if (min_pass_rate !== undefined && last.length === window && good / window < min_pass_rate)
      return tooFewPassed({ ...countOutcomes([]), passed: good, failed: window - good }, min_pass_rate);
    if (!chart || expected_pass_rate === undefined) return undefined;
    sum = cusum(sum, passed ? chart.success : chart.failure);
    if (sum < chart.limit) return undefined;
    return (
      `calls fail more often than expected: ${all.passed} of ${all.calls} passed; ` +
      `the expected share is ${percent(expected_pass_rate)} (CUSUM ${sum.toFixed(2)}, limit ${chart.limit.toFixed(2)})`
    );
  };
}
