/** A conversation as one list of everything said and done, in order. */
import { type ConversationInput, sideOf } from "../metrics/conversation.ts";
import { isErrorOutput } from "../metrics/tools/failed-call.ts";
import { inOrder } from "../transcript/in-order.ts";

export interface Said {
  readonly kind: "said";
  readonly by: "agent" | "user";
  readonly text: string;
  /** The number of the turn, from 1. */
  readonly turn: number;
}

export interface Called {
  readonly kind: "called";
  readonly name: string;
  readonly parameters: unknown;
  readonly output: unknown;
  readonly failed: boolean;
  /** The number of the call, from 1. */
  readonly number: number;
}

export type Event = Said | Called;

/** Undefined if the order of turns and calls is not known. */
export function eventsOf({ transcript, tool_calls }: ConversationInput): Event[] | undefined {
  const said = (transcript ?? []).flatMap(({ speaker, utterance, start_offset_ms, arrival }, index) => {
    const by = sideOf(speaker);
    if (by === null || !utterance) return [];
    const event: Event = { kind: "said", by, text: utterance, turn: index + 1 };
    return [{ event, arrival: arrival ?? undefined, offset: start_offset_ms ?? undefined }];
  });
  const called = (tool_calls ?? []).map(({ name, parameters, output, start_offset_ms, arrival }, index) => {
    const event: Event = {
      kind: "called",
      name,
      parameters,
      output,
      failed: isErrorOutput(output, true),
      number: index + 1,
    };
    return { event, arrival: arrival ?? undefined, offset: start_offset_ms ?? undefined };
  });
  const all = [...said, ...called];
  const by = (["arrival", "offset"] as const).find((key) => all.every((one) => one[key] !== undefined));
  if (called.length === 0) return said.map(({ event }) => event);
  if (!by) return undefined;
  const placed = (one: (typeof all)[number]) => ({
    event: one.event,
    at_ms: one[by] ?? null,
    isAgent: one.event.kind === "said" && one.event.by === "agent",
  });
  return inOrder(said.map(placed), called.map(placed)).map(({ event }) => event);
}

export const isSaid = (event: Event): event is Said => event.kind === "said";
export const isAgent = (event: Event): event is Said => event.kind === "said" && event.by === "agent";
export const isUser = (event: Event): event is Said => event.kind === "said" && event.by === "user";
/** A tool call that did not fail. */
export const isCall = (event: Event): event is Called => event.kind === "called" && !event.failed;
