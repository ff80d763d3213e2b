/** A call with a session of a realtime model: OpenAI's Realtime API over its WebSocket, by voice. */

import { fieldsOf } from "../../../contract/is-object.ts";
import type { AgentTool } from "../../../engine/tools/tool.ts";
import { bytesOf, SAMPLE_RATE, toSample } from "../../../engine/voice/pcm.ts";
import { Resampler } from "../../../engine/voice/resample.ts";
import type { BridgedLine, ReportCall } from "../calls/bridged-caller.ts";
import { SpokenWords } from "../calls/spoken-words.ts";
import type { Call } from "../chat/wire.ts";
import type { ProcessGroup } from "../processes/group.ts";
import { SocketCall } from "../socket/call.ts";
import { type Frame, openLine } from "../socket/line.ts";
import { answerTool } from "../tools/answers.ts";
import type { StandIn } from "../tools/stand-ins.ts";
import { excerpt, seconds, Trouble } from "../trouble.ts";
import { callsIn, failureOf, outputOf, sessionOf } from "./agent.ts";

/** The sample rate of the session, both ways. */
const SESSION_RATE = 24_000;
export interface RealtimeLineOptions {
  readonly url: string;
  readonly api_key: string | undefined;
  readonly prompt: string;
  readonly tools: readonly AgentTool[];
  readonly stand_ins: readonly StandIn[];
  /** Where tools are answered instead. */
  readonly world_url: string | undefined;
  /** The server's process, if Parley has started it. */
  readonly group: ProcessGroup | undefined;
  /** How long the server may take to accept the session. */
  readonly timeout_ms: number;
}

const isCall = (item: unknown): boolean => fieldsOf(item)["type"] === "function_call";

export class RealtimeLine implements BridgedLine {
  readonly #options: RealtimeLineOptions;
  readonly #report: ReportCall;
  readonly #call: SocketCall;
  readonly #heard = new Resampler(SAMPLE_RATE, SESSION_RATE);
  readonly #words = new SpokenWords();
  /** The item that was interrupted last. What still comes of it is not heard. */
  #interrupted_item: string | undefined;
  /** It has called a tool since it was heard last: it continues with the result. */
  #owes_words = false;

  constructor(options: RealtimeLineOptions, report: ReportCall) {
    this.#options = options;
    this.#report = report;
    this.#call = new SocketCall({
      name: "realtime",
      hear: (samples) => this.#hear(samples),
      heard: () => this.#heardAll(),
      take: (frame) => this.#take(frame),
      closed: () => void this.close(),
    });
  }

  tail = () => this.#options.group?.tail() ?? [];

  fault = () => this.#call.fault();

  close = () => this.#call.close();

  async connect(url: string, signal: AbortSignal): Promise<void> {
    const { url: server, api_key, prompt, tools, group, timeout_ms } = this.#options;
    const key = api_key !== undefined && {
      headers: { authorization: `Bearer ${api_key}` },
      secret: api_key,
    };
    const line = await openLine({ url: server, timeout_ms, signal, group, ...key });
    this.#call.reached(line, group);
    const until = performance.now() + timeout_ms;
    const come = async (type: string) => {
      for (;;) {
        const frame = await line.next(until - performance.now(), signal);
        if (frame === "late")
          throw new Trouble(`the model's server did not answer within ${seconds(timeout_ms)}`);
        if (frame === "closed") throw new Trouble("the model's server closed the connection");
        if (frame["type"] === "error") throw new Trouble(`the model's server ${this.#errorIn(frame)}`);
        if (frame["type"] === type) return;
      }
    };
    await come("session.created");
    const format = { type: "audio/pcm", rate: SESSION_RATE };
    const audio = { input: { format }, output: { format } };
    const session = { ...sessionOf(prompt, tools), output_modalities: ["audio"], audio };
    line.send({ type: "session.update", session });
    await come("session.updated");
    await this.#call.connect(url, line);
  }

  #hear(samples: Int16Array): void {
    const audio = Int16Array.from(this.#heard.push(samples), toSample);
    if (audio.length === 0) return;
    const base64 = Buffer.from(bytesOf(audio)).toString("base64");
    this.#call.send({ type: "input_audio_buffer.append", audio: base64 });
  }

  #take(frame: Frame): void {
    const { type, item_id } = frame;
    if (item_id !== undefined && item_id === this.#interrupted_item) return;
    const { sound } = this.#call.side;
    const delta = String(frame["delta"] ?? "");
    if (type === "error") this.#call.break(this.#errorIn(frame));
    else if (type === "response.output_audio.delta") this.#play(String(item_id ?? ""), delta);
    else if (type === "response.output_audio_transcript.delta") this.#words.add(delta);
    else if (type === "response.output_audio.done") {
      sound.flush();
      if (!sound.is_waiting) this.#heardAll();
    } else if (type === "response.output_item.added") this.#owes_words ||= isCall(frame["item"]);
    else if (type === "input_audio_buffer.speech_started") this.#interrupted();
    else if (type === "response.done") void this.#done(fieldsOf(frame["response"]));
  }

  #play(item_id: string, base64: string): void {
    const data = Buffer.from(base64, "base64");
    if (this.#words.is_empty) this.#call.side.speaks();
    this.#owes_words = false;
    this.#words.addSound(item_id, (data.length / 2 / SESSION_RATE) * 1000);
    this.#call.side.sound.push({ data, sample_rate: SESSION_RATE, channels: 1 });
  }

  /** More of the utterance may have come meanwhile. */
  #heardAll(): void {
    const { side } = this.#call;
    if (!side.sound.is_waiting) side.says(this.#words.take(), { continues: this.#owes_words });
  }

  /** The server stops its response. What was sent ahead of time is not heard, and the model is told so. */
  #interrupted(): void {
    const { side } = this.#call;
    if (!side.sound.is_waiting) return;
    side.sound.clear();
    this.#owes_words = false;
    const { item_id, audio_end_ms, text } = this.#words.cut(side.heard_ms);
    this.#interrupted_item = item_id;
    side.says(text);
    this.#call.send({ type: "conversation.item.truncate", item_id, content_index: 0, audio_end_ms });
  }

  async #done(response: Frame): Promise<void> {
    // The caller has interrupted it.
    if (response["status"] === "cancelled") return;
    const failure = failureOf(response);
    if (failure !== undefined) return this.#call.break(`reports an error: ${this.#masked(failure)}`);
    const calls = callsIn(response);
    try {
      for (const call of calls) this.#call.send(await this.#answer(call));
    } catch (error) {
      if (!this.#call.signal.aborted) this.#call.break((error as Error).message);
      return;
    }
    if (calls.length > 0) this.#call.send({ type: "response.create" });
  }

  async #answer(call: Call): Promise<object> {
    const { world_url, stand_ins } = this.#options;
    const where = "agent.realtime.tool_outputs";
    const { signal } = this.#call;
    const { name, parameters } = call;
    const { output, bodies } = await answerTool(call, { world_url, stand_ins, where, signal }).catch(
      ({ message }: Error) => {
        throw new Error(
          message.replace(/^nobody answers the agent's call/, "made a call that nobody answers:"),
        );
      },
    );
    // A world records the call itself.
    if (bodies.length > 0)
      await this.#report({ name, parameters, output }).catch(({ message }: Error) => {
        throw new Error(`called ${name}, which could not be recorded: ${message}`);
      });
    return { type: "conversation.item.create", item: outputOf(call, output) };
  }

  #errorIn(frame: Frame): string {
    const { message } = fieldsOf(frame["error"]);
    return `reports an error: ${this.#masked(typeof message === "string" ? message : "without words")}`;
  }

  /** A server may repeat the key that it refuses. */
  #masked(words: string): string {
    const { api_key } = this.#options;
    const said = excerpt(words);
    return api_key ? said.replaceAll(api_key, "••••") : said;
  }
}
