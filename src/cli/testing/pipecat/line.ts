/** A call with a bot of Pipecat: what the call has becomes messages of RTVI, and the other way round. */
import { bytesOf, SAMPLE_RATE } from "../../../engine/voice/pcm.ts";
import type { BridgedLine, ReportCall } from "../calls/bridged-caller.ts";
import { TEXT_MAXIMUM } from "../calls/call-side.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import type { Processes } from "../processes/processes.ts";
import { SocketCall } from "../socket/call.ts";
import { type Frame, openLine } from "../socket/line.ts";
import { Trouble } from "../trouble.ts";
import { errorIn, FunctionCalls, handshake, NOT_READY, readRtvi, rtvi } from "./rtvi.ts";

export interface PipecatLineOptions {
  /** The WebSocket of the bot's evaluation transport. */
  readonly url: string;
  /** Starts the bot for each call, if Parley starts it. */
  readonly processes: Processes | undefined;
  /** How long the bot may take to accept the connection, and to say that it is ready. */
  readonly ready_within_ms: number;
}

export class PipecatLine implements BridgedLine {
  readonly #options: PipecatLineOptions;
  readonly #report: ReportCall;
  readonly #call: SocketCall;
  readonly #functions = new FunctionCalls();
  readonly #words = new Words();
  #group: ProcessGroup | undefined;

  constructor(options: PipecatLineOptions, report: ReportCall) {
    this.#options = options;
    this.#report = report;
    this.#call = new SocketCall({
      name: "pipecat",
      hear: (samples) => this.#hear(samples),
      take: (frame) => this.#take(frame),
      closed: () => void this.close(),
    });
  }

  tail = () => this.#group?.tail() ?? this.#options.processes?.tail() ?? [];

  fault = () => this.#call.fault();

  async connect(url: string, signal: AbortSignal): Promise<void> {
    const { processes, ready_within_ms: timeout_ms } = this.#options;
    this.#group = await processes?.begin();
    const bot = await openLine({ url: this.#url(), timeout_ms, signal, group: this.#group });
    this.#call.reached(bot, this.#group);
    const until = performance.now() + timeout_ms;
    const early = await handshake(bot, async () => {
      const frame = await bot.next(until - performance.now(), signal);
      if (frame === "late") throw new Trouble(NOT_READY);
      if (frame !== "closed") return frame;
      const how = this.#group && (await endOf(this.#group));
      throw new Trouble(how ? `the agent ${how}` : "the bot closed the connection before it was ready");
    });
    await this.#call.connect(url, bot, early);
  }

  async close(): Promise<void> {
    await this.#call.close();
    if (this.#group) await this.#options.processes?.end(this.#group);
  }

  #url(): string {
    const url = new URL(this.#options.url);
    // The caller speaks (earlier versions ask for the first), and hears the bot.
    for (const flag of ["user_audio", "capture_bot_audio"]) url.searchParams.set(flag, "true");
    return url.href;
  }

  #hear(samples: Int16Array): void {
    const base64Audio = Buffer.from(bytesOf(samples)).toString("base64");
    this.#call.send(rtvi("raw-audio", { base64Audio, sampleRate: SAMPLE_RATE, numChannels: 1 }));
  }

  #take(frame: Frame): void {
    const { type = "", fields = {} } = readRtvi(frame) ?? {};
    const { side } = this.#call;
    const error = errorIn(type, fields);
    if (error !== undefined) this.#call.break(error);
    else if (type === "eval-bot-audio") this.#play(fields);
    else if (type === "bot-started-speaking") side.speaks();
    else if (type === "bot-tts-text") this.#words.spoken(String(fields["text"] ?? ""));
    else if (type === "bot-llm-text") this.#words.written(String(fields["text"] ?? ""));
    else if (type === "bot-interrupted") side.sound.clear();
    else if (type === "bot-stopped-speaking") {
      side.sound.flush();
      // A bot that waits for the result of a function has not finished its turn.
      side.says(this.#words.take(), { continues: this.#functions.are_open });
    }
    const ended = this.#functions.take(type, fields);
    if (!ended) return;
    this.#report(ended.call).catch(({ message }: Error) =>
      this.#call.break(`called ${ended.call.name}, which could not be recorded: ${message}`),
    );
  }

  #play({ audio, sampleRate }: Frame): void {
    const data = Buffer.from(String(audio ?? ""), "base64");
    this.#call.side.sound.push({ data, sample_rate: Number(sampleRate) || SAMPLE_RATE, channels: 1 });
  }
}

/** What the bot says in an utterance: the words of its voice, or, if that tells none, of its model. */
class Words {
  #spoken = "";
  #written = "";

  /** A sentence, or a word without the space before it. */
  spoken(text: string): void {
    if (this.#spoken.length > TEXT_MAXIMUM) return;
    const isApart = this.#spoken === "" || this.#spoken.endsWith(" ") || /^[\s.,;:!?]/.test(text);
    this.#spoken += isApart ? text : ` ${text}`;
  }

  written(text: string): void {
    if (this.#written.length <= TEXT_MAXIMUM) this.#written += text;
  }

  take(): string {
    const said = (this.#spoken || this.#written).trim();
    this.#spoken = "";
    this.#written = "";
    return said;
  }
}
