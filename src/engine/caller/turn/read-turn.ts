import { SLOT_KINDS } from "../facts/facts.ts";
import { findValues, type Value, type ValueKind } from "../facts/values.ts";
import { languageOf, type Slot } from "../language.ts";
import type { AgentMessage } from "../moment.ts";
import type { TurnRecord } from "../state.ts";
import { followAgenda } from "./agenda.ts";

/**
 * What the rules find in an agent's message that a model answers: the rule that would have answered it, what the
 * agent asks for, and which of this the record does not have. A model understands more of a record than the rules
 * do. So something only counts as unknown if the model's answer contains no value of its kind. Names and addresses
 * never count, because they cannot be recognized in any words.
 */
export function readTurn(message: AgentMessage, say: string): Partial<TurnRecord> {
  const { rule, record } = followAgenda({ ...message, rng: () => 0 });
  const said = findValues(say, languageOf(message.caller.language));
  const isUntold = (slot: Slot) => {
    const kinds = SLOT_KINDS[slot];
    return kinds !== undefined && !said.some((value) => kinds.includes(value.kind) && isMeant(value, kinds));
  };
  const unknown = record?.unknown?.filter(isUntold) ?? [];
  return {
    instead_of: rule,
    ...(record?.asked && { asked: record.asked }),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** "I couldn't tell you that one" has a number in words; it isn't an order number, but could be an age. */
const isMeant = ({ kind, text }: Value, kinds: readonly ValueKind[]): boolean =>
  kind !== "number" || /\d/.test(text) || kinds.length === 1;
