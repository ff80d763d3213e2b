/**
 * Checks whether a run or a report supports a version: it must have tested exactly that version, and enough
 * tests must have passed.
 */
import { countOutcomes, passRate as rateOf } from "../../contract/rules/outcomes.ts";
import { Failure } from "../../lib/failure.ts";
import { tooFewPassed } from "../render/pass-rate.ts";
import { describeEvidence, type GatheredEvidence } from "./version-evidence.ts";

/** The version to be released. */
export interface Candidate {
  readonly kind: "prompt" | "knowledge_base";
  readonly agent_id: number;
  readonly version: number;
  /** Null if the service does not say. */
  readonly id: string | null;
}

/**
 * The version that a report says was tested: the fields of `evaluate --report json=` and `release check
 * --report json=`.
 */
export interface TestReport {
  readonly agent_id: number;
  readonly prompt_version: number | null;
  readonly prompt_id: string | null;
  readonly knowledge_base_version: number | null;
  readonly knowledge_base_id: string | null;
  /** How many tests there were, and how many passed and failed. The others were not evaluated. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Why the report's own verdict is negative; null if it is positive or the report has none. */
  readonly reason: string | null;
}

/** A report as it was read, including the parts that can be compared with each other and with the service. */
export interface ReadReport extends TestReport {
  /** `passed`, if the report has a verdict. */
  readonly verdict: string | null;
  readonly simulation_run_ids: readonly number[];
  /** Whether inconclusive conversations in which every evaluated criterion is met counted as passed. */
  readonly allow_unevaluated: boolean;
  /** Null if the report lists no tests. */
  readonly tests: readonly ReportedTest[] | null;
}

export interface ReportedTest {
  readonly name: string;
  readonly standing: string;
  /** Whether any of its criteria failed. */
  readonly has_failed: boolean;
  readonly attempts: readonly ReportedAttempt[];
}

export interface ReportedAttempt {
  readonly simulation_run_id: number;
  readonly simulation_result_id: string;
  /** How its outcome was judged; null if the report does not say. */
  readonly outcome: string | null;
}

/**
 * Refuses what the agent did not confirm. What it contradicted is never proof, whatever is accepted.
 * @throws Failure (gate)
 */
export function requireConfirmed(
  { kind, version }: Pick<Candidate, "kind" | "version">,
  gathered: GatheredEvidence,
  accept_unconfirmed: boolean,
  where: string,
): void {
  const { evidence } = gathered;
  if (evidence === "confirmed" || (accept_unconfirmed && evidence !== "mismatch")) return;
  throw refused(
    describeEvidence(kind, version, gathered),
    where,
    evidence === "mismatch"
      ? undefined
      : "nothing was sent; let the agent confirm its version (`parley docs releases` says how), or add --accept-unconfirmed",
  );
}

/** A gate that did not pass: exit code 9. Nothing was sent. */
export const refused = (message: string, where: string, hint?: string) =>
  new Failure("gate", message, {
    where,
    code: "evidence",
    hint: hint ?? "nothing was sent; test this version and try again",
  });

/**
 * The pass rate of a report that supports the candidate.
 * @throws Failure (gate) if it tested another version or nothing, or too few tests passed
 */
export function reportedPassRate(
  report: ReadReport,
  candidate: Candidate,
  min_pass_rate: number,
  where: string,
): number {
  const { kind, agent_id, version, id } = candidate;
  if (report.agent_id !== agent_id)
    throw refused(`the report is about agent ${report.agent_id}, not agent ${agent_id}`, where);
  const tested = kind === "prompt" ? report.prompt_version : report.knowledge_base_version;
  const tested_id = kind === "prompt" ? report.prompt_id : report.knowledge_base_id;
  if (tested === null)
    throw refused(`the report does not say which ${nameOf(kind)} version was tested`, where);
  if (tested !== version)
    throw refused(`the report is about ${nameOf(kind)} version ${tested}, not version ${version}`, where);
  // After the highest version is deleted, its number is used again. An id never is.
  if (tested_id !== null && id !== null && tested_id !== id)
    throw refused(
      `the report is about an earlier ${nameOf(kind)} version ${version}, which has been deleted`,
      where,
    );
  if (report.reason !== null) throw refused(`the check did not pass: ${report.reason}`, where);
  if (report.verdict !== null && report.verdict !== "passed")
    throw refused(`the check did not pass: its verdict is ${report.verdict}`, where);
  refuseContradiction(report, where);
  return passRate(report, min_pass_rate, where);
}

/** Refuses a total that differs from the sum of the report's own tests. @throws Failure (gate) */
function refuseContradiction({ tests, total, ...counts }: ReadReport, where: string): void {
  if (tests === null) return;
  for (const standing of ["passed", "failed"] as const) {
    const listed = tests.filter((test) => test.standing === standing).length;
    if (listed !== counts[standing])
      throw refused(
        `the report contradicts itself: it counts ${counts[standing]} ${standing} tests, but lists ${listed}`,
        where,
      );
  }
  if (total > tests.length)
    throw refused(
      `the report contradicts itself: it counts ${total} tests, but lists ${tests.length}`,
      where,
    );
  const odd = tests.find(({ standing, has_failed }) => standing === "passed" && has_failed);
  if (odd) throw refused(`the report contradicts itself: ${odd.name} passed and failed`, where);
}

/** @throws Failure (gate) if nothing was evaluated, the numbers are impossible, or too few tests passed */
export function passRate(
  { total, passed, failed }: Pick<TestReport, "total" | "passed" | "failed">,
  min_pass_rate: number,
  where: string,
): number {
  if (!(total > 0 && passed + failed > 0)) throw refused("nothing was evaluated", where);
  if (passed + failed > total)
    throw refused(
      `the numbers contradict each other: ${passed} passed and ${failed} failed, of ${total} in all`,
      where,
    );
  const counts = { ...countOutcomes([]), passed, failed, inconclusive: total - passed - failed };
  const rate = rateOf(counts) ?? 0;
  if (rate < min_pass_rate) throw refused(tooFewPassed(counts, min_pass_rate), where);
  return rate;
}

export const nameOf = (kind: Candidate["kind"]) => (kind === "prompt" ? "prompt" : "knowledge base");
