/** Whether a run or a report speaks for a version: it tested that very one, and enough of it passed. */
import { Failure } from "../failure.ts";

/** What is to be released. */
export interface Candidate {
  readonly kind: "prompt" | "knowledge_base";
  readonly agent_id: number;
  readonly version: number;
  /** Null where the service does not say. */
  readonly id: string | null;
}

/** What a report says of what was tested: the fields of `evaluate --report json=` and `release check --report json=`. */
export interface TestReport {
  readonly agent_id: number;
  readonly prompt_version: number | null;
  readonly prompt_id: string | null;
  readonly knowledge_base_version: number | null;
  readonly knowledge_base_id: string | null;
  /** How many were to be tested, and how many of them passed and failed; the others were not evaluated. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Of a report that has a verdict of its own, why that is not good; null where it is, or where it has none. */
  readonly reason: string | null;
}

/** A gate that did not pass: exit code 9, and nothing was sent. */
export const refused = (message: string, where: string, hint?: string) =>
  new Failure("gate", message, {
    where,
    code: "evidence",
    hint: hint ?? "nothing was sent; test this version, then try again",
  });

/**
 * The pass rate of a report that speaks for the candidate.
 * @throws Failure (gate) where it tested another version or nothing, or too little of it passed
 */
export function reportedPassRate(
  report: TestReport,
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
  // A number is given again after the highest version was deleted; an id never is.
  if (tested_id !== null && id !== null && tested_id !== id)
    throw refused(`the report is about another ${nameOf(kind)} version ${version}, since deleted`, where);
  if (report.reason !== null) throw refused(`the check did not pass: ${report.reason}`, where);
  return passRate(report, min_pass_rate, where);
}

/** @throws Failure (gate) where nothing was evaluated or too little of it passed */
export function passRate(
  { total, passed, failed }: Pick<TestReport, "total" | "passed" | "failed">,
  min_pass_rate: number,
  where: string,
): number {
  if (!(total > 0 && passed + failed > 0)) throw refused("nothing was evaluated", where);
  const rate = passed / total;
  if (rate < min_pass_rate)
    throw refused(
      `${passed} of ${total} passed: ${percent(rate)}, not the wanted ${percent(min_pass_rate)}`,
      where,
    );
  return rate;
}

export const nameOf = (kind: Candidate["kind"]) => (kind === "prompt" ? "prompt" : "knowledge base");

/** `91.67 %` */
export const percent = (rate: number) => `${Number((rate * 100).toFixed(2))} %`;
