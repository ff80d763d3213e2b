/** A call with an agent of LiveKit: what the call has becomes messages of the agent's console, and the other way round. */
import { fieldsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import { SAMPLE_RATE, toSample } from "../../../engine/voice/pcm.ts";
import { Resampler } from "../../../engine/voice/resample.ts";
import type { BridgedLine, Report } from "../calls/bridged-caller.ts";
import { CallSide } from "../calls/call-side.ts";
import { heardWords } from "../calls/spoken-words.ts";
import { Trouble } from "../trouble.ts";
import { type ConsoleOptions, isOrderly, LivekitConsole } from "./console.ts";
import { callsIn, eventsIn, saidIn } from "./items.ts";
import {
  audioInput,
  CONSOLE_RATE,
  type Item,
  LISTENING,
  playbackFinished,
  type SessionMessage,
  SPEAKING,
  THINKING,
} from "./wire.ts";

export class LivekitLine implements BridgedLine {
  readonly #console: LivekitConsole;
  readonly #report: Report;
  readonly #side: CallSide;
  readonly #heard = new Resampler(SAMPLE_RATE, CONSOLE_RATE);
  #how: Promise<string | undefined> | undefined;
  /** What went wrong between the agent and the line. */
  #broken: string | undefined;
  #state = LISTENING;
  /** What it has said, until it is clear whether its turn is over. */
  #said = "";
  /** Calls of tools that have no result yet. */
  readonly #open = new Map<string, Item>();

  constructor(options: ConsoleOptions, report: Report) {
    this.#console = new LivekitConsole(options, (came) => this.#take(came));
    this.#report = report;
    this.#side = new CallSide({
      name: "livekit",
      hear: (samples) =>
        this.#console.write(audioInput(Int16Array.from(this.#heard.push(samples), toSample))),
      heard: () => this.#console.write(playbackFinished()),
      closed: () => void this.close(),
    });
  }

  tail = () => this.#console.tail();

  async connect(url: string, signal: AbortSignal): Promise<void> {
    await this.#console.connect(signal);
    await this.#side.connect(url);
  }

  async fault(): Promise<string | undefined> {
    const { error } = this.#console;
    return this.#broken ?? (error === undefined ? this.#how : `reports an error: ${error}`);
  }

  async close(): Promise<void> {
    // How it ended by itself, not by what follows.
    this.#how ??= this.#console.ended();
    this.#side.close();
    await this.#how;
    await this.#console.close();
  }

  #take(came: SessionMessage | Trouble | "closed"): void {
    if (came === "closed") return void this.#end();
    if (came instanceof Trouble) {
      this.#break(came.message.replace(/^the agent's console /, ""));
      return;
    }
    const { sound: heard } = this.#side;
    const { sound, flush, clear, state = this.#state, item, started = [], tools = [] } = came;
    if (sound) heard.push(sound);
    if (flush) heard.flush();
    if (clear) heard.clear();
    if (came.state === SPEAKING) this.#speaks();
    // It listens before its sound was heard: somebody interrupts it. It will continue, or clear the rest.
    else if (came.state === LISTENING) heard.hold(heard.is_waiting);
    this.#state = state;
    if (item) this.#said = `${this.#said} ${this.#heardIn(item)}`.trim();
    if (state !== SPEAKING) this.#says({ continues: state === THINKING });
    for (const call of started) this.#open.set(call.call_id, call);
    for (const { call_id } of tools) this.#open.delete(call_id);
    for (const call of callsIn(tools)) this.#tell(call);
    const events = item ? eventsIn([item]) : [];
    if (events.length > 0) this.#tell({ events });
  }

  #speaks(): void {
    this.#side.sound.hold(false);
    this.#side.speaks();
  }

  #heardIn(item: Item): string {
    const { utterance } = this.#side.sound;
    return item.is_interrupted ? heardWords(saidIn(item), utterance) : saidIn(item);
  }

  /** Thinking after it has spoken, it continues, mostly with what its tools have answered. */
  #says(how: { readonly continues: boolean }): void {
    this.#side.says(this.#said, how);
    this.#said = "";
  }

  #tell(told: Parameters<Report>[0]): void {
    const what = "name" in told ? `called ${told.name}` : "reported an event";
    this.#report(told).catch((error: Error) =>
      this.#break(`${what}, which could not be recorded: ${error.message}`),
    );
  }

  #break(how: string): void {
    this.#broken ??= how;
    this.#side.end({ failed: true });
  }

  async #end(): Promise<void> {
    this.#says({ continues: false });
    // It has hung up in the middle of them, so nobody knows their results.
    for (const { name, arguments: given } of this.#open.values())
      this.#tell({ name, parameters: fieldsOf(parseObject(given)) });
    this.#open.clear();
    this.#how ??= this.#console.ended();
    const how = await this.#how;
    const { error } = this.#console;
    // A process that ends by itself has hung up.
    this.#side.end({ failed: error !== undefined || !isOrderly(how) });
  }
}
