/** What a test has shown. Plain JSON: `--reporter json` prints it, and the last run is kept in this form. */
import type { Output } from "../../../contract/types.ts";
import type { Coverage } from "../../../engine/coverage/coverage.ts";
import type { RunStatistics } from "../../../engine/metrics/runs/multi-run.ts";
import type { StepsTaken } from "../../../engine/world/steps.ts";

/**
 * `flaky`: it passed when it was tried again. `not_evaluated`: something that was expected could not be decided. `agent_failed`: the agent could not take part.
 * `not_run`: another failure or an interruption ended the run first, or the agent did not start.
 */
export type CallerOutcome = "passed" | "flaky" | "failed" | "not_evaluated" | "agent_failed" | "not_run";

export interface CallerResult {
  readonly name: string;
  /** From 1; more than 1 if there are several conversations. */
  readonly repetition: number;
  readonly outcome: CallerOutcome;
  /** What came before with --retries, first attempt first. */
  readonly earlier: readonly CallerResult[];
  readonly reason: string;
  readonly end_reason: string | null;
  readonly ms: number;
  readonly transcript: readonly {
    readonly role: string;
    readonly message: string;
    readonly start_offset_ms: number;
  }[];
  readonly tool_calls: readonly {
    readonly name: string;
    readonly parameters: Record<string, unknown> | null;
    readonly output: unknown;
    readonly start_offset_ms: number;
  }[];
  /** What else the agent has reported, such as hand-offs. Absent if nothing. */
  readonly events?: readonly Output<"CallEvent">[];
  readonly verdicts: readonly Output<"Verdict">[];
  readonly suspicions: readonly Output<"Suspicion">[];
  /** It says its lines, and nothing is expected of the answers: only the built-in checks can fail it. Absent otherwise. */
  readonly expects_nothing?: true;
  /** With a world: what became of its tables, row by row. */
  readonly end_state?: NonNullable<Output<"Evaluation">["end_state"]>;
  /** With a world: which steps of its tools ran. */
  readonly world_steps?: readonly StepsTaken[];
  /** With a state_probe: why the state could not be read. */
  readonly state_unread?: string;
}

export interface FileResult {
  readonly file: string;
  readonly agent: string;
  readonly about: string;
  readonly ready_ms: number | null;
  readonly ms: number;
  /** Why no caller reached the agent. Null if it was ready. */
  readonly trouble: string | null;
  /** Whether Parley starts the agent. */
  readonly starts: boolean;
  /** The last lines that the agent wrote. Empty if it was running already. */
  readonly output: readonly string[];
  readonly callers: readonly CallerResult[];
  /** What its callers have reached. Absent if no caller reached the agent. */
  readonly coverage?: Coverage;
  /** The file of policies, and the sentences in it that nobody has decided on. Absent without a file. */
  readonly policies?: {
    readonly file: string;
    readonly accepted: number;
    readonly proposed: readonly string[];
  };
  /** With --update: the callers whose tool calls are the new snapshots, and their file. */
  readonly snapshots?: { readonly file: string; readonly accepted: readonly string[] };
  /** With --service: the runs there. */
  readonly runs?: readonly { readonly simulation_id: number; readonly simulation_run_id: number }[];
}

/** How often a caller has passed, and what that says about further conversations. */
export interface Repeated {
  readonly file: string;
  readonly name: string;
  /** Conversations that passed or failed. */
  readonly n: number;
  readonly passed: number;
  /** Conversations that did neither. They count against the required share. */
  readonly inconclusive: number;
  readonly pass_at_k: RunStatistics["pass_at_k"];
  readonly pass_hat_k: RunStatistics["pass_hat_k"];
  /** The share that must pass; 1 unless the file or --min-pass-rate says otherwise. */
  readonly min_pass_rate: number;
  /** The required share has passed. */
  readonly enough: boolean;
}

export interface TestRun {
  readonly seed: string;
  readonly ms: number;
  readonly counts: Readonly<Record<CallerOutcome, number>>;
  readonly files: readonly FileResult[];
  /** With --min-coverage: why what was reached is not enough, with the file. */
  readonly too_little_coverage?: readonly string[];
  /** With several conversations of each caller: how often each caller has passed. */
  readonly repeated: readonly Repeated[];
}

const OUTCOMES: readonly CallerOutcome[] = [
  "passed",
  "flaky",
  "failed",
  "not_evaluated",
  "agent_failed",
  "not_run",
];

export const isPassed = (outcome: CallerOutcome): boolean => outcome === "passed" || outcome === "flaky";

export function countsOf(files: readonly FileResult[]): TestRun["counts"] {
  const counts = Object.fromEntries(OUTCOMES.map((one) => [one, 0])) as Record<CallerOutcome, number>;
  for (const { outcome } of files.flatMap(({ callers }) => callers)) counts[outcome]++;
  return counts;
}

/**
 * 9 for a failed expectation, or if something could not be decided; 7 if nothing failed but an agent could not take
 * part; 0 only if every caller passed often enough.
 */
export function exitCodeOf({
  counts,
  files,
  repeated,
  too_little_coverage = [],
}: Pick<TestRun, "counts" | "files" | "repeated" | "too_little_coverage">): 0 | 7 | 9 {
  const isEnough =
    repeated.length > 0
      ? repeated.every(({ enough }) => enough)
      : counts.failed + counts.not_evaluated + counts.not_run === 0;
  if (counts.failed > 0 && !isEnough) return 9;
  if (counts.agent_failed > 0 || files.some(({ trouble }) => trouble !== null)) return 7;
  return isEnough && counts.passed + counts.flaky > 0 && too_little_coverage.length === 0 ? 0 : 9;
}
