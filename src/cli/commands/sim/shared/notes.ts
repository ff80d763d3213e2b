import type { ReadConversation } from "../../../../contract/readings/conversation.ts";
import { outcomeWord } from "../../../render/outcome.ts";

/** A conversation's record. Another service may omit the fields about its digital human. */
type Result = Partial<ReadConversation>;

/** Notes on a conversation in addition to its transcript, one per line; empty if there are none. */
export function notesOn({
  outcome,
  outcome_reason,
  end_reason,
  id,
  fidelity,
  divergence,
  unused_fields,
  inactive_scripted_responses,
  undecided_scripted_responses,
  versions,
}: Result): string[] {
  const skipped = divergence?.filter(({ status }) => status === "skipped").length ?? 0;
  return [
    ...(outcome ? [`${outcomeWord(outcome)}${outcome_reason ? `: ${outcome_reason}` : ""}`] : []),
    ...(outcome_reason?.includes("(no_model)")
      ? ["no_model: prose is judged by a language model, and none is configured; rules (@rules) need none"]
      : []),
    ...(end_reason === "agent_unreachable" && id !== undefined
      ? [`next: \`parley webhooks deliveries --result ${id}\` shows each attempt and what went wrong`]
      : []),
    ...mismatches(versions),
    ...(fidelity?.infidelities ?? []).map(
      ({ reason, turn, detail }) =>
        `did not keep to its record${within([reason, entry("entry", turn)])}${after(detail)}`,
    ),
    ...listed("asked for and not in its record", fidelity?.asked_but_unknown),
    ...(divergence ? [`recorded lines: ${divergence.length - skipped} said, ${skipped} skipped`] : []),
    ...listed("without effect in this conversation", unused_fields),
    ...(inactive_scripted_responses ?? []).map(
      ({ index, reason }) =>
        `${entry("scripted response", index) ?? "a scripted response"} is inactive${after(reason)}`,
    ),
    ...(undecided_scripted_responses ?? []).map(
      (index) =>
        `scripted response ${index + 1} is undecided: without a model, Parley could not compare its phrase with a ` +
        "message",
    ),
  ];
}

/** Another version than the run names says nothing about that one. */
const mismatches = (versions: Result["versions"]) =>
  (["prompt", "knowledge_base"] as const).flatMap((kind) => {
    if (versions?.[`${kind}_evidence`] !== "mismatch") return [];
    const said = (versions.stated ?? []).flatMap((one) => one[`${kind}_version`] ?? []);
    const other = said.filter((one) => one !== versions[`${kind}_version`]);
    const name = kind === "prompt" ? "prompt" : "knowledge base";
    const tested = versions[`${kind}_version`];
    const than = typeof tested === "number" ? ` than ${tested}` : "";
    return [`the agent ran another ${name} version${than}${other.length > 0 ? `: ${other.join(", ")}` : ""}`];
  });

// A hosted service may omit any part of a finding.
type Part = string | null | undefined;

const entry = (noun: string, index: number | null | undefined): Part =>
  typeof index === "number" ? `${noun} ${index + 1}` : undefined;

const after = (text: Part) => (text ? `: ${text}` : "");

function within(parts: readonly Part[]): string {
  const given = parts.filter(Boolean);
  return given.length > 0 ? ` (${given.join(", ")})` : "";
}

const listed = (what: string, names: readonly string[] | null | undefined) =>
  names && names.length > 0 ? [`${what}: ${names.join(", ")}`] : [];
