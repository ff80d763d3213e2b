import type { Evidence } from "../result.ts";
import { allOf, negate, type Outcome } from "../three-valued.ts";

/** A missing input, and the reason that the verdict gets because of it. */
export interface Missing {
  input: string;
  reason: string;
}

/** What is missing where all clauses together would take too much work. */
export const WORK_LEFT: Missing = { input: "less work for all clauses together", reason: "too_much_work" };

/** The outcome of a condition, and its evidence. `missing` says why it is unknown; otherwise it is empty. */
export interface Finding {
  outcome: Outcome;
  evidence: Evidence[];
  missing: Missing[];
}

/** `and`. Its evidence is what made it false, otherwise what left it unknown, otherwise everything. */
export function allFindings(findings: Finding[]): Finding {
  const outcome = allOf(findings.map((finding) => finding.outcome));
  const decisive = outcome === true ? findings : findings.filter((finding) => finding.outcome === outcome);
  return {
    outcome,
    evidence: decisive.flatMap(({ evidence }) => evidence),
    missing: decisive.flatMap(({ missing }) => missing),
  };
}

/** `or`. Its evidence is what made it true, otherwise what left it unknown, otherwise everything. */
export function anyFinding(findings: Finding[]): Finding {
  return negateFinding(allFindings(findings.map(negateFinding)));
}

export function negateFinding(finding: Finding): Finding {
  return { ...finding, outcome: negate(finding.outcome) };
}

export function certain(outcome: boolean): Finding {
  return { outcome, evidence: [], missing: [] };
}

export function unknown(missing: Missing[]): Finding {
  return { outcome: "unknown", evidence: [], missing };
}
