import type { Evidence } from "../result.ts";
import type { Event, Happening } from "../syntax/ast.ts";
import type { Outcome } from "../three-valued.ts";
import type { Context } from "./context.ts";
import type { Finding, Missing } from "./finding.ts";
import { occurrencesOf } from "./occurrences.ts";
import { evidenceOf } from "./place.ts";

/** How often an event happened: at least `low` times for certain, and at most `high` times. */
export interface Tally {
  low: number;
  high: number;
  evidence: Evidence[];
  /** Why `low` and `high` differ. */
  missing: Missing[];
}

/** How much evidence to keep for one event. More would not be clearer. */
const MAX_EVIDENCE = 10;

/** Counts an event. If it never happened, the evidence is what came close. */
export function tallyOf(event: Event, context: Context): Tally {
  const { candidates, open } = occurrencesOf(event, context);
  const sure = candidates.filter(({ finding }) => finding.outcome === true);
  const possible = candidates.filter(({ finding }) => finding.outcome === "unknown");
  const shown = sure.length > 0 ? sure : candidates;
  return {
    low: sure.length,
    high: open.length > 0 ? Number.POSITIVE_INFINITY : sure.length + possible.length,
    evidence: distinct(
      shown.flatMap(({ place, finding }) => [
        evidenceOf(place, finding.outcome === true),
        ...finding.evidence,
      ]),
    ).slice(0, MAX_EVIDENCE),
    missing: [...open, ...possible.flatMap(({ finding }) => finding.missing)],
  };
}

/** Whether an event happened as often as required. */
export function happeningFinding({ event, min, max }: Happening, context: Context): Finding {
  const { low, high, evidence, missing } = tallyOf(event, context);
  const outcome: Outcome = low >= min && high <= max ? true : high >= min && low <= max ? "unknown" : false;
  return { outcome, evidence, missing: outcome === "unknown" ? missing : [] };
}

/** Removes repetitions: the same words of a turn, or an anchor of several places. */
function distinct(evidence: Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return evidence.filter((item) => {
    const key =
      item.kind === "turn"
        ? `${item.turn}${item.quote}`
        : item.kind === "tool_call"
          ? item.call
          : item.kind === "state"
            ? `${item.table} ${item.row}`
            : item.id;
    const isNew = !seen.has(`${item.kind} ${key}`);
    seen.add(`${item.kind} ${key}`);
    return isNew;
  });
}
