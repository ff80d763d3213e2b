/** A call with a session of a realtime model: OpenAI's Realtime API over its WebSocket, by voice. */

import type { AgentTool } from "../../engine/tools/tool.ts";
import { bytesOf, SAMPLE_RATE, toSample } from "../../engine/voice/pcm.ts";
import { Resampler } from "../../engine/voice/resample.ts";
import type { BridgedLine, ReportCall } from "./bridged-caller.ts";
import { CallSide } from "./call-side.ts";
import { type Call, fieldsOf } from "./chat-wire.ts";
import { endOf, type ProcessGroup } from "./process-group.ts";
import { callsIn, failureOf, outputOf, sessionOf } from "./realtime-agent.ts";
import { openLine, type SocketLine } from "./socket-line.ts";
import { SpokenWords } from "./spoken-words.ts";
import type { StandIn } from "./stand-ins.ts";
import { answerTool } from "./tool-answers.ts";
import { excerpt, seconds, Trouble } from "./trouble.ts";

/** The sample rate of the session, both ways. */
const SESSION_RATE = 24_000;
/** There is always a next frame, or the end. */
const FOREVER_MS = 24 * 3_600_000;

type Frame = Readonly<Record<string, unknown>>;

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

export class RealtimeLine implements BridgedLine {
  readonly #options: RealtimeLineOptions;
  readonly #report: ReportCall;
  readonly #side: CallSide;
  readonly #heard = new Resampler(SAMPLE_RATE, SESSION_RATE);
  readonly #words = new SpokenWords();
  readonly #closing = new AbortController();
  #line: SocketLine | undefined;
  #how: Promise<string | undefined> | undefined;
  #broken: string | undefined;

  constructor(options: RealtimeLineOptions, report: ReportCall) {
    this.#options = options;
    this.#report = report;
    this.#side = new CallSide({
      name: "realtime",
      hear: (samples) => this.#hear(samples),
      heard: () => this.#heardAll(),
      closed: () => void this.close(),
    });
  }

  tail = () => this.#options.group?.tail() ?? [];

  async connect(url: string, signal: AbortSignal): Promise<void> {
    const { url: server, api_key, prompt, tools, group, timeout_ms } = this.#options;
    const key = api_key !== undefined && {
      headers: { authorization: `Bearer ${api_key}` },
      secret: api_key,
    };
    const line = await openLine({ url: server, timeout_ms, signal, group, ...key });
    this.#line = line;
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
    await this.#side.connect(url);
    void this.#listen(line);
  }

  async fault(): Promise<string | undefined> {
    return this.#broken ?? this.#how;
  }

  async close(): Promise<void> {
    this.#how ??= this.#ended();
    this.#closing.abort();
    this.#side.close();
    this.#line?.close();
    await this.#how;
  }

  #hear(samples: Int16Array): void {
    const audio = Int16Array.from(this.#heard.push(samples), toSample);
    if (audio.length > 0) this.#append(Buffer.from(bytesOf(audio)).toString("base64"));
  }

  #append(audio: string): void {
    this.#line?.send({ type: "input_audio_buffer.append", audio });
  }

  async #listen(line: SocketLine): Promise<void> {
    try {
      for (;;) {
        const frame = await line.next(FOREVER_MS, this.#closing.signal);
        if (frame === "closed") return await this.#end();
        if (frame !== "late") this.#take(frame);
      }
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.#break(error.message.replace(/^the (?:agent |connection to the agent )/, ""));
    }
  }

  #take(frame: Frame): void {
    const { type } = frame;
    const { sound } = this.#side;
    const delta = String(frame["delta"] ?? "");
    if (type === "error") this.#break(this.#errorIn(frame));
    else if (type === "response.output_audio.delta") this.#play(String(frame["item_id"] ?? ""), delta);
    else if (type === "response.output_audio_transcript.delta") this.#words.add(delta);
    else if (type === "response.output_audio.done") {
      sound.flush();
      if (!sound.is_waiting) this.#heardAll();
    } else if (type === "input_audio_buffer.speech_started") this.#interrupted();
    else if (type === "response.done") void this.#done(fieldsOf(frame["response"]));
  }

  #play(item_id: string, base64: string): void {
    const data = Buffer.from(base64, "base64");
    if (this.#words.is_empty) this.#side.speaks();
    this.#words.addSound(item_id, (data.length / 2 / SESSION_RATE) * 1000);
    this.#side.sound.push({ data, sample_rate: SESSION_RATE, channels: 1 });
  }

  /** More of the utterance may have come meanwhile. */
  #heardAll(): void {
    if (!this.#side.sound.is_waiting) this.#side.says(this.#words.take());
  }

  /** The server stops its response. What was sent ahead of time is not heard, and the model is told so. */
  #interrupted(): void {
    if (!this.#side.sound.is_waiting) return;
    this.#side.sound.clear();
    const { item_id, audio_end_ms, text } = this.#words.cut(this.#side.heard_ms);
    this.#side.says(text);
    this.#line?.send({ type: "conversation.item.truncate", item_id, content_index: 0, audio_end_ms });
  }

  async #done(response: Frame): Promise<void> {
    // The caller has interrupted it.
    if (response["status"] === "cancelled") return;
    const failure = failureOf(response);
    if (failure !== undefined) return this.#break(`reports an error: ${this.#masked(failure)}`);
    const calls = callsIn(response);
    try {
      for (const call of calls) this.#line?.send(await this.#answer(call));
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#break((error as Error).message);
      return;
    }
    if (calls.length > 0) this.#line?.send({ type: "response.create" });
  }

  async #answer(call: Call): Promise<object> {
    const { world_url, stand_ins } = this.#options;
    const where = "agent.realtime.tool_outputs";
    const { signal } = this.#closing;
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

  #break(how: string): void {
    this.#broken ??= how;
    this.#side.end({ failed: true });
  }

  #ended = async (): Promise<string | undefined> => this.#options.group && endOf(this.#options.group);

  async #end(): Promise<void> {
    this.#how ??= this.#ended();
    const how = await this.#how;
    this.#side.end({ failed: how !== undefined && !how.startsWith("exited with code 0") });
  }
}
