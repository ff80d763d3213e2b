import type { RuleInput, StateRow, Turn, WorldState } from "../rules-language/input.ts";
import { type ConversationWorld, differenceOf, stateAfter } from "../world/state.ts";
import { type ConversationInput, sideOf } from "./conversation.ts";

/** A conversation as rules see it. `metric` gives the values of built-in metrics. */
export const ruleInputOf = (
  { transcript, tool_calls, world, state_unread }: ConversationInput,
  metric: RuleInput["metric"],
): RuleInput => {
  const turns = turnsOf(transcript);
  return {
    turns,
    tool_calls: tool_calls ? [...tool_calls] : undefined,
    ...(world && { state: stateOf(world, tool_calls ?? [], turns ?? []) }),
    ...(state_unread && { state_unread }),
    metric,
  };
};

/** The tables at the end, each row with what became of it. */
export function stateOf(
  { tables, calls }: ConversationWorld,
  tool_calls: NonNullable<ConversationInput["tool_calls"]>,
  turns: readonly { arrival?: number | undefined; start_offset_ms?: number | null }[],
): WorldState {
  const differences = differenceOf(calls).map((difference): StateRow => {
    if (difference.calls.length === 0) return difference;
    const made = tool_calls[(difference.calls.at(-1) ?? 0) - 1];
    const isBefore = (turn: (typeof turns)[number]) =>
      made?.arrival === undefined || turn.arrival === undefined
        ? (turn.start_offset_ms ?? Number.POSITIVE_INFINITY) <= (made?.start_offset_ms ?? 0)
        : turn.arrival < made.arrival;
    return { ...difference, turn: turns.findLastIndex(isBefore) + 1 };
  });
  const changed = new Map(
    differences.map((difference) => [`${difference.table} ${difference.row}`, difference]),
  );
  const initial = new Map(
    Object.entries(tables).map(([name, { rows = [] }]) => [
      name,
      { rows: rows.map((values, at) => ({ number: at + 1, values })) },
    ]),
  );
  const end = stateAfter(
    initial,
    calls.flatMap(({ changes }) => changes),
  );
  return {
    differences,
    tables: new Map(
      [...end.rows].map(([table, rows]) => [
        table,
        rows.map(
          ({ number: row, values }): StateRow =>
            changed.get(`${table} ${row}`) ?? {
              table,
              row,
              change: "kept",
              before: values,
              after: values,
              calls: [],
            },
        ),
      ]),
    ),
  };
}

/**
 * The entries of a transcript as numbered turns. Undefined without a transcript, or if a speaker is missing.
 */
function turnsOf(transcript: ConversationInput["transcript"]): Turn[] | undefined {
  if (!transcript) return undefined;
  const turns: Turn[] = [];
  for (const { speaker, utterance, start_offset_ms, end_offset_ms, arrival } of transcript) {
    const side = sideOf(speaker);
    if (side === null) return undefined;
    turns.push({
      i: turns.length + 1,
      speaker: side === "agent" ? "AGENT" : "USER",
      text: utterance ?? "",
      start_offset_ms,
      end_offset_ms,
      ...(arrival !== undefined && { arrival }),
    });
  }
  return turns;
}
