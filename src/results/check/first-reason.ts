import { shownName } from "../../engine/policies/verdict-name.ts";
import type { ConversationCriteria } from "./conversation.ts";

interface Judged {
  readonly outcome?: string | null | undefined;
  readonly outcome_reason?: string | null | undefined;
  readonly criteria?: ConversationCriteria | null | undefined;
}

/**
 * The criterion of a goal is general. If another one failed or could not be decided either, that one says
 * more.
 */
const GOAL = "Goal";

/**
 * The first criterion that kept a conversation from passing, with its clause, and how many others did:
 * `Success criteria: pass when tool refund called → condition never met; 2 more`. If the reason does not name the
 * criteria in order, the whole reason is returned.
 */
export function firstReason(judged: Judged): string | null {
  const { outcome, outcome_reason } = judged;
  if (!outcome_reason || outcome === "passed") return outcome_reason ?? null;
  const parts = reasonsOf(judged);
  const first = parts.find(({ name }) => name !== GOAL) ?? parts[0];
  if (!first) return outcome_reason;
  const more = parts.length > 1 ? `; ${parts.length - 1} more` : "";
  return `${shownName(first.name)}${first.text ? `: ${first.text}` : ""}${more}`;
}

/**
 * Each criterion that kept a conversation from passing, with the text about it; empty if the reason does not
 * name them.
 */
export function reasonsOf({ outcome, outcome_reason, criteria }: Judged): { name: string; text: string }[] {
  if (!outcome_reason || outcome === "passed") return [];
  const names =
    outcome === "failed"
      ? (criteria?.failed ?? [])
      : [...(criteria?.error ?? []), ...(criteria?.unevaluated ?? [])];
  return split(outcome_reason, names).map(({ name, text }) => ({
    name,
    text: text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1) : text,
  }));
}

/** What a reason says about each criterion; empty if it does not name them in order. */
function split(reason: string, names: readonly string[]): { name: string; text: string }[] {
  const starts: number[] = [];
  const shown = names.map(shownName);
  for (const name of shown) {
    const lead = starts.length === 0 ? "" : "; ";
    const from = starts.length === 0 ? 0 : (starts.at(-1) ?? 0) + 1;
    const at = reason.indexOf(lead + name, from);
    if (at < 0) return [];
    starts.push(at + lead.length);
  }
  return names.map((name, i) => {
    const next = starts[i + 1];
    const end = next === undefined ? reason.length : next - "; ".length;
    return { name, text: reason.slice((starts[i] ?? 0) + (shown[i]?.length ?? 0), end).trim() };
  });
}
