/** An agent of ElevenLabs, by text. */
import type { ReportedCall, TestedAgent, Turn } from "../agent.ts";
import { type First, type Limit, type SocketAgentOptions, socketAgent, type Talk } from "../socket/agent.ts";
import type { Frame, SocketLine } from "../socket/line.ts";
import { answerTool } from "../tools/answers.ts";
import type { StandIn } from "../tools/stand-ins.ts";
import { excerpt, Trouble } from "../trouble.ts";
import { begun, notBegun, openConversation } from "./door.ts";
import {
  clientCallOf,
  clientResult,
  errorIn,
  faultIn,
  type Initiation,
  notBegunBecause,
  OwnCalls,
  readFrame,
} from "./wire.ts";

/** No message ends a turn. The agent has said what it has to say if it stays quiet for so long. */
const QUIET_MS = 500;
/** After the result of a call, the agent usually speaks again. */
const AFTER_CALL_MS = 10_000;
/** An agent may greet or not, and tells neither. */
const GREETING_MS = 2000;

export interface ElevenlabsAgentOptions
  extends Omit<SocketAgentOptions, "begin" | "open" | "headers" | "secret" | "begins_ahead">,
    Initiation {
  readonly stand_ins: readonly StandIn[];
  readonly api_key: string | undefined;
}

export function elevenlabsAgent({
  stand_ins,
  api_key,
  overrides,
  dynamic_variables,
  text_only = true,
  ...options
}: ElevenlabsAgentOptions): TestedAgent {
  const how = { overrides, dynamic_variables, text_only };
  return socketAgent({
    ...options,
    secret: api_key,
    open: openConversation,
    begins_ahead: true,
    async begin(line, first, limit) {
      const late = notBegun(options.timeout_ms);
      const { early } = await begun(line, how, () => frameOf(line, first, { ...limit, late }));
      const talk = new ElevenlabsTalk(line, stand_ins);
      await talk.greeted(early, first);
      return talk;
    },
  });
}

/** @throws Trouble if it is late, or if the line has ended */
async function frameOf(line: SocketLine, first: First, limit: Limit): Promise<Frame> {
  const frame = await line.next(limit.until - performance.now(), first.signal);
  if (frame === "late") throw new Trouble(limit.late);
  if (frame !== "closed") return frame;
  throw new Trouble(notBegunBecause(line.ending()));
}

interface Body {
  message?: string;
  readonly tool_calls?: readonly ReportedCall[];
  /** The response that has said the message. */
  readonly event_id?: unknown;
}

/** Where the agent's calls are answered. */
interface Answers {
  readonly world_url: unknown;
  readonly signal: AbortSignal;
}

class ElevenlabsTalk implements Talk {
  readonly #line: SocketLine;
  readonly #stand_ins: readonly StandIn[];
  readonly #own = new OwnCalls();
  #bodies: Body[] = [];
  /** What runs: the agent's own tools, and a response that is still being written. */
  readonly #open = new Set<string>();
  /** Came before the first turn, and needs its world. */
  #held: Frame | undefined;
  #owes_words = false;
  #has_spoken = false;
  #has_answered = false;
  #is_mute = false;
  #error: string | undefined;

  constructor(line: SocketLine, stand_ins: readonly StandIn[]) {
    this.#line = line;
    this.#stand_ins = stand_ins;
  }

  over = () => undefined;

  /** Waits until it has greeted, if it does. */
  async greeted(early: readonly Frame[], { signal }: First): Promise<void> {
    for (const frame of early) this.#take(frame);
    for (;;) {
      const frame = await this.#line.next(this.#has_spoken ? QUIET_MS : GREETING_MS, signal);
      // The first turn tells how it ended. A greeting does not answer anybody.
      if (typeof frame === "string") {
        this.#has_spoken = false;
        return;
      }
      if (readFrame(frame).type === "client_tool_call") {
        this.#held = frame;
        return;
      }
      this.#take(frame);
    }
  }

  async answer({ body, signal }: Turn, limit: Limit): Promise<readonly object[]> {
    const { message, world_url } = JSON.parse(body);
    const answers = { world_url, signal };
    if (this.#held) limit.until += await this.#call(this.#held, answers);
    this.#held = undefined;
    // What it has said meanwhile does not answer the caller.
    const before = await this.#listen(answers, limit, () =>
      this.#open.size > 0 ? Number.POSITIVE_INFINITY : 0,
    );
    if (before === "closed") return this.#closed();
    this.#has_spoken = false;
    this.#owes_words = false;
    this.#line.send({ type: "user_message", text: String(message ?? "") });
    const after = await this.#listen(answers, limit, () => {
      if (this.#open.size > 0 || !(this.#has_spoken || this.#own.has_ended)) return Number.POSITIVE_INFINITY;
      return this.#owes_words && !this.#own.has_ended ? AFTER_CALL_MS : QUIET_MS;
    });
    if (after === "closed") return this.#closed();
    if (this.#own.has_ended) return this.#hungUp();
    this.#has_answered = true;
    return this.#taken();
  }

  /** Takes frames until it is quiet for as long as `patience` says. @throws Trouble if the time of the turn is over first */
  async #listen(answers: Answers, limit: Limit, patience: () => number): Promise<"quiet" | "closed"> {
    for (;;) {
      const left = limit.until - performance.now();
      const quiet_ms = patience();
      const frame = await this.#line.next(Math.min(quiet_ms, left), answers.signal);
      if (frame === "closed") return frame;
      if (frame === "late" && quiet_ms <= left) return "quiet";
      if (frame === "late") throw new Trouble(`${limit.late}${this.#remarks()}`);
      if (readFrame(frame).type === "client_tool_call") limit.until += await this.#call(frame, answers);
      else this.#take(frame);
    }
  }

  /** What may explain that it did not answer. */
  #remarks(): string {
    if (this.#error !== undefined) return `; its server reports an error: ${this.#error}`;
    return this.#is_mute
      ? "; it sent something else, and no agent_response: is this among the client events of its configuration?"
      : "";
  }

  /** @throws Trouble if the agent is in a state in which nobody can know what it said or does */
  #take(frame: Frame): void {
    const { type, fields } = readFrame(frame);
    const { event_id, tool_call_id } = fields;
    if (type === "error") this.#error = errorIn(fields);
    else if (type === "agent_response") this.#says(String(fields["agent_response"] ?? "").trim(), event_id);
    else if (type === "agent_response_correction") this.#correct(fields);
    else if (type === "agent_chat_response_part") {
      if (fields["type"] === "stop") this.#open.delete(type);
      else this.#open.add(type);
    } else if (type === "agent_tool_request") this.#open.add(String(tool_call_id));
    if (type === "audio" || type === "agent_chat_response_part") this.#is_mute = !this.#has_spoken;
    if (type.startsWith("agent_tool_response")) this.#open.delete(String(tool_call_id));
    const call = this.#own.take(type, fields);
    if (!call) return;
    this.#bodies.push({ tool_calls: [call] });
    this.#owes_words = true;
  }

  #says(message: string, event_id: unknown): void {
    this.#open.delete("agent_chat_response_part");
    if (message === "") return;
    this.#bodies.push({ message, event_id });
    this.#has_spoken = true;
    this.#owes_words = false;
    this.#is_mute = false;
  }

  /** What it has really said. @throws Trouble if the caller has answered more than that */
  #correct({ event_id, corrected_agent_response, original_agent_response }: Frame): void {
    const said = String(corrected_agent_response ?? "").trim();
    if (said === String(original_agent_response ?? "").trim()) return;
    const body = this.#bodies.find((one) => one.message !== undefined && one.event_id === event_id);
    if (!body)
      throw new Trouble(
        `the agent speaks, and a caller's text interrupted it after ${JSON.stringify(excerpt(said))}: ` +
          "let it have no voice (text_only), or let callers speak with it (voice: true)",
      );
    body.message = said;
  }

  /** Answers a call. @returns how long that took, which is not the agent's time */
  async #call(frame: Frame, answers: Answers): Promise<number> {
    const call = clientCallOf(readFrame(frame).fields);
    const { output, bodies, waited_ms } = await answerTool(call, {
      ...answers,
      stand_ins: this.#stand_ins,
      where: "agent.elevenlabs.tool_outputs",
    });
    this.#line.send(clientResult(call, output));
    this.#bodies.push(...bodies);
    this.#owes_words = true;
    return waited_ms;
  }

  /** @throws Trouble unless the agent has hung up */
  #closed(): readonly object[] {
    const fault = faultIn(this.#line.ending() ?? { code: 1006, reason: "" });
    if (fault === undefined) return this.#hungUp();
    throw new Trouble(`the agent ${fault}${this.#remarks()}`);
  }

  /** @throws Trouble if it has never answered */
  #hungUp(): readonly object[] {
    const bodies = this.#taken();
    if (!this.#has_spoken && !this.#has_answered)
      throw new Trouble(`the agent hung up without an answer${this.#remarks()}`);
    const last = bodies.findLastIndex(({ message }) => message !== undefined);
    return last === -1
      ? [...bodies, { message: "", end_conversation: true }]
      : bodies.map((body, place) => (place === last ? { ...body, end_conversation: true } : body));
  }

  #taken(): readonly Omit<Body, "event_id">[] {
    const bodies = this.#bodies.map(({ event_id: _, ...body }) => body);
    this.#bodies = [];
    return bodies;
  }
}
