/**
 * A call with an agent of LiveKit: what the line of the call has becomes messages of the agent's console, and the other way
 * round. The line owns the clock: for each frame of the caller, the agent is heard for as long.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { bytesOf, SAMPLE_RATE, samplesOf, toSample } from "../../engine/voice/pcm.ts";
import { Resampler } from "../../engine/voice/resample.ts";
import { type ConsoleOptions, LivekitConsole } from "./livekit-console.ts";
import { callsIn, saidIn, type ToolCall } from "./livekit-items.ts";
import { LivekitSound } from "./livekit-sound.ts";
import {
  audioInput,
  CONSOLE_RATE,
  LISTENING,
  playbackFinished,
  type SessionMessage,
  SPEAKING,
} from "./livekit-wire.ts";
import { Trouble } from "./trouble.ts";

/** A line takes no longer text. */
const TEXT_MAXIMUM = 2000;
/** The close codes of a line: the agent has hung up, or something went wrong. */
const HUNG_UP = 1000;
const BROKEN = 1011;

/** Takes a call of a tool to the conversation. */
export type ReportCall = (call: ToolCall) => Promise<void>;

export class LivekitLine {
  readonly #console: LivekitConsole;
  readonly #report: ReportCall;
  readonly #sound = new LivekitSound();
  readonly #heard = new Resampler(SAMPLE_RATE, CONSOLE_RATE);
  #socket: WebSocket | undefined;
  #utterances = 0;
  /** Why the conversation is over, as soon as its last sound is heard. */
  #over: { readonly code: number; readonly reason: string } | undefined;
  #how: Promise<string | undefined> | undefined;
  /** What went wrong between the agent and the line. */
  #broken: string | undefined;

  constructor(options: ConsoleOptions, report: ReportCall) {
    this.#console = new LivekitConsole(options, (came) => this.#take(came));
    this.#report = report;
  }

  tail = () => this.#console.tail();

  /** Starts the agent, and connects it to the line at `url`. @throws Trouble */
  async connect(url: string, signal: AbortSignal): Promise<void> {
    await this.#console.connect(signal);
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.#hear(samplesOf(data));
    });
    socket.on("close", () => void this.close());
    await once(socket, "open");
    // A greeting that begins before has no signal, only its sound.
    this.#socket = socket;
  }

  /** What went wrong with the agent. Undefined if nothing did. */
  async fault(): Promise<string | undefined> {
    const { error } = this.#console;
    return this.#broken ?? (error === undefined ? this.#how : `reports an error: ${error}`);
  }

  async close(): Promise<void> {
    // How it ended by itself, not by what follows.
    this.#how ??= this.#console.ended();
    this.#socket?.close();
    await this.#how;
    await this.#console.close();
  }

  /** 20 ms of the caller: the agent hears them, and the caller hears as much of the agent. */
  #hear(samples: Int16Array): void {
    this.#console.write(audioInput(Int16Array.from(this.#heard.push(samples), toSample)));
    const { frame, is_end } = this.#sound.next();
    if (frame) this.#socket?.send(bytesOf(frame));
    if (is_end) this.#console.write(playbackFinished());
    if (this.#over && !this.#sound.is_waiting) this.#socket?.close(this.#over.code, this.#over.reason);
  }

  #take(came: SessionMessage | Trouble | "closed"): void {
    if (came === "closed") return void this.#end();
    if (came instanceof Trouble) {
      this.#break(came.message.replace(/^the agent's console /, ""));
      return;
    }
    const { sound, flush, clear, state, item, tools = [] } = came;
    if (sound) this.#sound.push(sound);
    if (flush) this.#sound.flush();
    if (clear) this.#sound.clear();
    if (state === SPEAKING) this.#speaks();
    // It listens before its sound was heard: somebody interrupts it. It will continue, or clear the rest.
    else if (state === LISTENING) this.#sound.hold(this.#sound.is_waiting);
    const said = item ? saidIn(item) : "";
    if (said !== "") this.#signal("speech.completed", said.slice(0, TEXT_MAXIMUM));
    for (const call of callsIn(tools)) this.#tell(call);
  }

  #speaks(): void {
    this.#sound.hold(false);
    this.#signal("speech.started");
  }

  #tell(call: ToolCall): void {
    this.#report(call).catch((error: Error) =>
      this.#break(`called ${call.name}, which could not be recorded: ${error.message}`),
    );
  }

  #break(how: string): void {
    this.#broken ??= how;
    this.#sound.end();
    this.#over ??= { code: BROKEN, reason: "the agent failed" };
  }

  #signal(type: "speech.started" | "speech.completed", text?: string): void {
    if (type === "speech.started") this.#utterances++;
    const data = { utterance_id: `livekit-${this.#utterances}`, ...(text !== undefined && { text }) };
    this.#socket?.send(JSON.stringify({ type, id: randomUUID(), ts_ms: Date.now(), data }));
  }

  async #end(): Promise<void> {
    this.#how ??= this.#console.ended();
    const how = await this.#how;
    const { error } = this.#console;
    this.#sound.end();
    // A process that ends by itself has hung up.
    const isBroken = error !== undefined || (how !== undefined && !how.startsWith("exited with code 0"));
    this.#over ??= isBroken ? { code: BROKEN, reason: "the agent failed" } : { code: HUNG_UP, reason: "" };
  }
}
