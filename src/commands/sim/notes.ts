import type { ReadConversation } from "../../contract/readings/conversation.ts";
import { outcomeWord } from "../../render/outcome.ts";

/** A conversation's record; another service may lack the fields about its digital human. */
type Result = Partial<ReadConversation>;

/** Notes on a conversation besides what was said, one per line; empty if there are none. */
export function notesOn({
  outcome,
  outcome_reason,
  fidelity,
  divergence,
  unused_fields,
  inactive_scripted_responses,
}: Result): string[] {
  const skipped = divergence?.filter(({ status }) => status === "skipped").length ?? 0;
  return [
    ...(outcome ? [`${outcomeWord(outcome)}${outcome_reason ? `: ${outcome_reason}` : ""}`] : []),
    ...(fidelity?.infidelities ?? []).map(
      ({ reason, turn, detail }) => `not true to its record (${reason}, entry ${turn + 1}): ${detail}`,
    ),
    ...listed("asked for and not in its record", fidelity?.asked_but_unknown),
    ...(divergence ? [`recorded lines: ${divergence.length - skipped} said, ${skipped} skipped`] : []),
    ...listed("without effect in a text conversation", unused_fields),
    ...(inactive_scripted_responses ?? []).map(
      ({ index, reason }) => `scripted response ${index + 1} is inactive: ${reason}`,
    ),
  ];
}

const listed = (what: string, names: readonly string[] | null | undefined) =>
  names && names.length > 0 ? [`${what}: ${names.join(", ")}`] : [];
