/** What an agent of ElevenLabs and its client say over the WebSocket of a conversation. */
import { fieldsOf } from "../../../contract/is-object.ts";
import type { ReportedCall } from "../agent.ts";
import { type Call, outputText } from "../chat/wire.ts";
import type { Ending, Frame } from "../socket/line.ts";
import { excerpt, Trouble } from "../trouble.ts";

/** What a conversation begins with. */
export interface Initiation {
  /** Replaces fields of the agent's configuration, as far as its settings allow it. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
  readonly dynamic_variables?: Readonly<Record<string, unknown>> | undefined;
  /** The conversation has no sound. */
  readonly text_only?: boolean | undefined;
}

export function initiation({ overrides, dynamic_variables, text_only }: Initiation): object {
  const conversation = { ...fieldsOf(overrides?.["conversation"]), ...(text_only && { text_only }) };
  const config = { ...overrides, ...(Object.keys(conversation).length > 0 && { conversation }) };
  return {
    type: "conversation_initiation_client_data",
    ...(Object.keys(config).length > 0 && { conversation_config_override: config }),
    ...(dynamic_variables && { dynamic_variables }),
  };
}

/** A ping is answered at once, whatever the conversation waits for. */
export const pong = ({ type, ping_event }: Frame): object | undefined =>
  type === "ping" ? { type: "pong", event_id: fieldsOf(ping_event)["event_id"] } : undefined;

/** The fields of a frame: each type has them under a name of its own. */
const NAMES: Readonly<Record<string, string>> = {
  audio: "audio_event",
  agent_response: "agent_response_event",
  agent_response_correction: "agent_response_correction_event",
  agent_chat_response_part: "text_response_part",
  interruption: "interruption_event",
  conversation_initiation_metadata: "conversation_initiation_metadata_event",
  error: "error_event",
};

export function readFrame(frame: Frame): { readonly type: string; readonly fields: Frame } {
  const type = String(frame["type"] ?? "");
  return { type, fields: fieldsOf(frame[NAMES[type] ?? type]) };
}

/** A call that the client has to answer. @throws Trouble if it has no name */
export function clientCallOf({ tool_name, tool_call_id, parameters }: Frame): Call {
  if (typeof tool_name !== "string" || tool_name === "")
    throw new Trouble("the agent called a tool without a name");
  return { id: String(tool_call_id ?? ""), name: tool_name, parameters: fieldsOf(parameters) };
}

export const clientResult = ({ id }: Call, output: unknown) => ({
  type: "client_tool_result",
  tool_call_id: id,
  result: outputText(output),
  is_error: false,
});

/** The agent's system tool that hangs up. */
const END_CALL = "end_call";

/** The calls of the agent's own tools, which others answer. */
export class OwnCalls {
  readonly #told = new Set<string>();
  #has_mcp = false;
  /** It has called the tool that hangs up. */
  has_ended = false;

  /** @returns the call that a frame reports. @throws Trouble if it waits for an approval */
  take(type: string, fields: Frame): ReportedCall | undefined {
    const name = String(fields["tool_name"] ?? "");
    if (type === "mcp_tool_call") return this.#takeMcp(name, fields);
    if (type !== "agent_tool_response" && type !== "agent_tool_response_full_payload") return undefined;
    const { tool_type, is_called, is_error, full_tool_result, truncated } = fields;
    // Its client has answered it, or another frame tells more of it.
    if (tool_type === "client" || (tool_type === "mcp" && this.#has_mcp) || is_called === false)
      return undefined;
    if (name === END_CALL && is_error !== true) this.has_ended = true;
    const isWhole = typeof full_tool_result === "string" && truncated !== true;
    return this.#once(fields, { name, ...(isWhole && { output: full_tool_result }) });
  }

  #takeMcp(name: string, fields: Frame): ReportedCall | undefined {
    this.#has_mcp = true;
    const { state, parameters, result, error_message } = fields;
    if (state === "awaiting_approval")
      throw new Trouble(
        `the agent waits for an approval of its tool ${name}, which Parley does not give: let the agent use it without one`,
      );
    if (state !== "success" && state !== "failure") return undefined;
    const output = state === "success" ? result : { error: error_message };
    return this.#once(fields, { name, parameters: fieldsOf(parameters), output });
  }

  #once({ tool_call_id }: Frame, call: ReportedCall): ReportedCall | undefined {
    const id = String(tool_call_id ?? "");
    if (call.name === "" || this.#told.has(id)) return undefined;
    if (id !== "") this.#told.add(id);
    return call;
  }
}

/** The server's own words for what went wrong. */
export function errorIn({ message, reason, error_type }: Frame): string {
  const words = [message, reason, error_type].find((one) => typeof one === "string" && one !== "");
  return excerpt(typeof words === "string" ? words : "without words");
}

/** Whoever hangs up closes with this code; so does the service's own client tell it. */
const HUNG_UP = 1000;
const LOST = 1006;

/** What is wrong with how a server has closed the connection, after "the agent". Undefined if it has hung up. */
export function faultIn({ code, reason }: Ending): string | undefined {
  if (code === HUNG_UP) return undefined;
  if (code === LOST) return "lost its connection";
  const why = reason.trim() === "" ? "" : `: ${JSON.stringify(excerpt(reason))}`;
  return `closed the connection with code ${code}${why}`;
}

/** Why a conversation did not begin. */
export function notBegunBecause(ending: Ending | undefined): string {
  const { code, reason } = ending ?? { code: LOST, reason: "" };
  const advice = /override/i.test(reason)
    ? "; allow the override in the agent's settings (Security), or, if it has no voice, write text_only: false"
    : "";
  return `before the conversation began, the agent ${faultIn({ code, reason }) ?? "hung up"}${advice}`;
}
