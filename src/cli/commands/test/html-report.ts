/** A test run as one HTML file: failures first, with every conversation. */

import { clauseIn } from "../../../engine/explain-verdict.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import { resultRow, resultTalk } from "../../../results/conversations.ts";
import { refOf } from "../../../results/report.ts";
import type { Row, Standing, Talk } from "../../../results/talk.ts";
import { suspectedIn } from "../../../results/verdicts.ts";
import { failuresOf } from "../../testing/reports/lines.ts";
import {
  type CallerOutcome,
  type CallerResult,
  exitCodeOf,
  type FileResult,
  type TestRun,
} from "../../testing/results/result.ts";
import { PER_PART, reportPage } from "../report/page.ts";

const STANDINGS: Readonly<Record<CallerOutcome, Standing>> = {
  passed: "passed",
  flaky: "passed",
  failed: "failed",
  not_evaluated: "unclear",
  agent_failed: "unclear",
  not_run: "none",
};

/** @param version the version of this program */
export function htmlReport(run: TestRun, version: string): string {
  const shown = run.files.flatMap((file) =>
    file.callers.map((caller) => ({ file, caller, several: run.files.length > 1 })),
  );
  const made = shown.map((one, place) => pageOf(one, place + 1));
  const talks = made.map(({ talk }) => talk);
  const troubles = run.files.flatMap(({ file, trouble }) =>
    trouble === null ? [] : [`${file}: ${trouble}`],
  );
  return reportPage(
    {
      made_at: new Date().toISOString(),
      version,
      overview: {
        title: run.files.map(({ file }) => file).join(", "),
        facts: run.files.map(({ file, about }) => [run.files.length > 1 ? file : "Agent", about] as const),
        judgement: {
          passed: exitCodeOf(run) === 0,
          reason: troubles.length > 0 ? troubles.join("; ") : null,
          required: null,
        },
        rows: made.map(({ row }) => row),
        noun: "conversations",
        command: `parley test ${run.files.map(({ file }) => shellWord(file)).join(" ")} --seed ${shellWord(run.seed)}`,
      },
      compared: null,
      per_part: PER_PART,
      places: Object.fromEntries(talks.map((talk, place) => [refOf(talk), place])),
    },
    talks,
  );
}

interface Shown {
  readonly file: FileResult;
  readonly caller: CallerResult;
  /** The run has more than one file. */
  readonly several: boolean;
}

function pageOf({ file: { file }, caller, several }: Shown, id: number): { row: Row; talk: Talk } {
  const answer = answerOf(caller, id);
  const name = () => (several ? `${caller.name} · ${file}` : caller.name);
  const standing = STANDINGS[caller.outcome];
  const failures = caller.outcome === "failed" ? failuresOf(caller.verdicts) : [];
  const reason = standing === "passed" ? null : (failures[0] ?? caller.reason) || null;
  const about = { standing, reason };
  const row = resultRow(answer, name);
  return {
    row: {
      ...row,
      ...about,
      causes: standing === "passed" ? [] : causesOf(caller),
      suspected: suspectedIn({ suspicions: caller.suspicions }),
      duration_ms: caller.ms,
    },
    talk: {
      ...resultTalk(answer, name),
      ...about,
      notes: caller.earlier.map(
        ({ reason: earlier, verdicts }, place) =>
          `Attempt ${place + 1} did not pass: ${failuresOf(verdicts).join("; ") || earlier}`,
      ),
      command: `parley test ${shellWord(file)} -t ${shellWord(caller.name)}`,
    },
  };
}

/** What failures are grouped by: the clause, or the metric that a judge decides. */
function causesOf({ outcome, verdicts, reason }: CallerResult): readonly string[] {
  if (outcome !== "failed") return [reason];
  return verdicts.flatMap((verdict) =>
    failuresOf([verdict]).map((line) => {
      const clause = clauseIn(line);
      if (clause === undefined) return verdict.name;
      return clause.startsWith(`${verdict.name}: `) ? clause : `${verdict.name}: ${clause}`;
    }),
  );
}

/** What a service would answer about it. */
const answerOf = (caller: CallerResult, id: number) => ({
  id: String(id),
  status: "COMPLETED",
  started_at: null,
  outcome:
    { passed: "passed", flaky: "passed", failed: "failed" }[caller.outcome as string] ?? "inconclusive",
  outcome_reason: caller.reason,
  end_reason: caller.end_reason,
  repetition: caller.repetition,
  transcript: caller.transcript,
  tool_calls: caller.tool_calls,
  events: caller.events,
  evaluation: {
    verdicts: caller.verdicts,
    suspicions: caller.suspicions,
    end_state: caller.end_state,
    state_unread: caller.state_unread,
  },
});
