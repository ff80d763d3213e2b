/** The calls of a test: where each goes, and what kept the agent from taking part in it. */
import type { readConversation } from "../../../contract/readings/conversation.ts";
import type { TestCaller } from "../../manifest/test-callers.ts";
import type { AwaitedCall, CalledAgent } from "../agent.ts";
import { Trouble } from "../trouble.ts";
import type { Exchanges } from "./exchanges.ts";
import type { CallerResult } from "./result.ts";

type Read = ReturnType<typeof readConversation>;

export class Calls {
  /** Undefined until it has started. */
  agent: CalledAgent | undefined;
  readonly #troubles: Map<string, string>;
  readonly #exchanges: Exchanges;

  /** @param troubles gets what kept the agent from a call, by the id of its result */
  constructor(troubles: Map<string, string>, exchanges: Exchanges) {
    this.#troubles = troubles;
    this.#exchanges = exchanges;
  }

  /** Where a call goes. @throws Trouble if the agent is not there */
  async urlFor(simulation_result_id: string, signal: AbortSignal, awaited?: AwaitedCall): Promise<string> {
    try {
      if (!this.agent) throw new Trouble("the agent has not started");
      return await this.agent.urlFor(simulation_result_id, signal, awaited);
    } catch (error) {
      if (error instanceof Trouble) this.#troubles.set(simulation_result_id, error.message);
      throw error;
    }
  }

  /** A call is over. */
  async heard(read: Read, caller: TestCaller | undefined): Promise<void> {
    const trouble = this.agent && !this.#troubles.has(read.id) && (await troubleOf(read, this.agent));
    if (trouble) this.#troubles.set(read.id, trouble);
    this.#exchanges.addCall(read.id, spokenOf(read), caller?.script?.turns ?? []);
  }
}

/** What was said, and which tools were called. */
export const spokenOf = ({
  transcript,
  tool_calls,
  events,
}: Read): Pick<CallerResult, "transcript" | "tool_calls" | "events"> => ({
  transcript: (transcript ?? []).map(({ role, message, start_offset_ms }) => ({
    role: role ?? "",
    message: message ?? "",
    start_offset_ms: start_offset_ms ?? 0,
  })),
  tool_calls,
  ...(events?.length && { events: events as NonNullable<CallerResult["events"]> }),
});

const SILENT_ENDS = ["silence_timeout", "agent_unreachable"];

/** Says that the agent stopped answering, if that ended the conversation. */
export const silenceOf = (end_reason: string | null | undefined): string | undefined =>
  SILENT_ENDS.includes(end_reason ?? "") ? "the agent stopped answering" : undefined;

/** Ends of a call that say nothing about what the agent says. */
const FAULTS = [
  ...["rejected", "unreachable", "connection_lost", "wrong_sample_rate"],
  ...["message_too_large", "flooded", "not_reading"],
];

/** What kept the agent from taking part in a call. Undefined if it took part. */
export async function troubleOf(
  { id, end_reason, outcome, outcome_reason, call }: Read,
  agent: Pick<CalledAgent, "ended">,
): Promise<string | undefined> {
  const { timeline = [], remarks = [] } = call ?? {};
  const spoke = (side: "AGENT" | "USER") => timeline.some(({ speaker }) => speaker === side);
  const isOneSided = call != null && outcome === "incompleted" && !(spoke("AGENT") && spoke("USER"));
  if (!FAULTS.includes(end_reason ?? "") && !isOneSided) return undefined;
  const how = await agent.ended(id);
  if (how !== undefined) return `the agent ${how}${timeline.length > 0 ? ", in the middle of the call" : ""}`;
  const why = outcome_reason?.replace(`${end_reason}: `, "") ?? "the call failed";
  const [remark] = remarks;
  const said = remark && !spoke("AGENT") ? `; what it sent could not be used: ${remark.message}` : "";
  if (end_reason !== "hung_up_by_agent") return why + said;
  return `the agent hung up ${spoke("AGENT") ? "before the caller had spoken" : "without a word"}${said}`;
}
