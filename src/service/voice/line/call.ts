import { setTimeout as sleep } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import type { StatedVersions } from "../../../contract/rules/tested-versions.ts";
import { Effects } from "../../../engine/voice/effects.ts";
import type { AgentSignal, CallLine, Prepared, Tick, Utterance } from "../../../engine/voice/exchange.ts";
import { HeardKeys } from "../../../engine/voice/heard-keys.ts";
import { KeyDetector } from "../../../engine/voice/key-detector.ts";
import { Line } from "../../../engine/voice/line.ts";
import { FRAME, SAMPLE_RATE, TICK_MS } from "../../../engine/voice/pcm.ts";
import { Playout } from "../../../engine/voice/playout.ts";
import { RecordingLine } from "../../../engine/voice/recording-line.ts";
import { connect } from "../transports/connect.ts";
import {
  AHEAD_MAXIMUM_MS,
  type Closed,
  DialFailure,
  TOO_MANY_MARKS,
  type TooMuch,
  type Transport,
  type TransportListener,
} from "../transports/transport.ts";
import { Hearing } from "./hearing.ts";
import { Lateness } from "./lateness.ts";
import type { FromLine, LineEnd, LineSetup, ToLine } from "./messages.ts";
import { Recorder } from "./recorder.ts";

const AHEAD_MAXIMUM = (AHEAD_MAXIMUM_MS * SAMPLE_RATE) / 1000;
/** How much audio is decoded before it is heard. */
const DECODED_MS = 1000;
/** How much of it in one step. It is more than `Playout` takes for a late frame. */
const DECODED_AT_ONCE_MS = 240;
/** Frames later than this are sent only if they contain speech, to catch up. Silence is skipped. */
const STALE_MS = 200;
const REMARKS_MAXIMUM = 100;
const SILENCE = new Int16Array(FRAME);
/** For so many frames, audio that has not come may be late: a gap in the tone of a key does not make two of it. */
const LATE_FRAMES = 7;
const STATED_MAXIMUM = 20;

/**
 * Runs the line of one call, from dialling to hanging up. Messages on `port` ask what the digital human says
 * and does.
 */
export async function runLine(setup: LineSetup, port: MessagePort): Promise<void> {
  const tell = (message: FromLine) => port.postMessage(message);
  try {
    tell({ kind: "over", ...(await new Call(setup, port, tell).run()) });
  } catch (error) {
    const { message } = error as Error;
    tell({ kind: "failed", message, how: error instanceof DialFailure ? error.how : null });
  }
}

class Call {
  readonly #setup: LineSetup;
  readonly #tell: (message: FromLine) => void;
  readonly #line: CallLine;
  readonly #effects: Effects;
  readonly #hearing: Hearing;
  readonly #playout = new Playout(AHEAD_MAXIMUM);
  readonly #lateness = new Lateness();
  /** Absent if the digital human is a person, who does not hear keys. */
  readonly #detector: KeyDetector | undefined;
  readonly #keys = new HeardKeys();
  /** Frames of the agent that have not come, since the last one that has. */
  #missing = 0;
  readonly #remarks: LineEnd["remarks"] = [];
  readonly #stopped = new AbortController();
  #interjections: { readonly due_ms: number; readonly prepared: Prepared }[] = [];
  #signals: AgentSignal[] = [];
  #closed: Closed | undefined;
  #hasSpoken = false;
  readonly #stated = new Set<string>();
  #speaking: Utterance | null = null;
  /** When the last audible sound of what the digital human said ended. */
  readonly #heardUntil = new Map<Utterance, number>();

  constructor(setup: LineSetup, port: MessagePort, tell: (message: FromLine) => void) {
    this.#setup = setup;
    this.#tell = tell;
    this.#effects = new Effects(setup.effects, setup.noise, setup.plan.seed);
    this.#hearing = new Hearing(setup.wants_audio);
    const { plan } = setup;
    this.#line = plan.machine === "voicemail" ? new RecordingLine(plan) : new Line(plan);
    if (plan.machine) this.#detector = new KeyDetector(SAMPLE_RATE);
    port.on("message", (message: ToLine) => {
      if (message.kind === "end") this.#stopped.abort();
      else if (message.kind === "answer") this.#line.answer(message.id, message.prepared);
      else this.#interjections.push(message);
    });
  }

  async run(): Promise<LineEnd> {
    const { address, policy, file } = this.#setup;
    const { signal } = this.#stopped;
    const transport = await connect(address, { policy, signal }, this.#listener());
    const recorder = await Recorder.begin(file);
    let recorded = 0;
    let reason: string | undefined;
    try {
      this.#tell({ kind: "answered", at: Date.now() });
      reason = await this.#talk(transport, recorder);
      this.#line.end();
    } finally {
      await transport.hangUp();
      recorded = await recorder.end();
    }
    return this.#ended(reason, recorded, transport.dropped);
  }

  #listener(): TransportListener {
    return {
      audio: (samples) => this.#playout.push(samples),
      signal: (signal, text) => {
        this.#signals.push(signal);
        const heard = text === undefined ? "known" : this.#hearing.tell(text);
        if (heard === "too_long")
          this.#remark("turn_too_long", "words of a turn beyond 4000 characters are not used");
        if (text === undefined || heard !== "new") return;
        this.#line.reconsider();
        this.#tell({ kind: "told", text, at_ms: this.#line.now_ms, turn: this.#line.turns });
      },
      key: (key) => this.#press(key, "event"),
      stated: (stated) => this.#tellStated(stated),
      mark: (name) => {
        if (!this.#playout.mark(name)) this.#remark(...TOO_MANY_MARKS);
      },
      clear: () => this.#playout.clear(),
      remark: (code, message) => this.#remark(code, message),
      closed: (closed) => {
        this.#closed ??= closed;
      },
    };
  }

  /** Runs the clock until one side hangs up. Returns why, if it was the digital human. */
  async #talk(transport: Transport, recorder: Recorder): Promise<string | undefined> {
    const start = performance.now();
    for (let ticks = 0; ; ticks++) {
      const due = start + ticks * TICK_MS;
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      if (this.#closed !== undefined || this.#stopped.signal.aborted) return undefined;
      const reason = this.#tick(transport, recorder, performance.now() - due);
      if (reason !== undefined) return reason;
    }
  }

  #tick(transport: Transport, recorder: Recorder, late_ms: number): string | undefined {
    const wanted_ms = DECODED_MS - this.#waiting_ms;
    if (wanted_ms > 0) transport.bring?.(Math.min(wanted_ms, DECODED_AT_ONCE_MS));
    const heard = this.#playout.next();
    this.#missing = heard ? 0 : this.#missing + 1;
    if (heard || this.#missing > LATE_FRAMES)
      for (const key of this.#detector?.push(heard ?? SILENCE) ?? []) this.#press(key, "tone");
    const signals = this.#signals;
    this.#signals = [];
    const now_ms = this.#line.now_ms;
    const [due] = this.#interjections;
    if (due && due.due_ms <= now_ms) {
      this.#interjections.shift();
      this.#line.interject(due.prepared);
    }
    const tick = this.#line.tick(heard, signals, this.#playout.waiting > 0);
    const frame = this.#effects.next(tick.speech);
    if (tick.began) this.#speaking = tick.began;
    if (this.#speaking && tick.speech && this.#effects.heard_ms > 0)
      this.#heardUntil.set(this.#speaking, now_ms + this.#effects.heard_ms);
    recorder.push(frame, heard);
    this.#hearing.hear(heard);
    // Sent before its audio, so that the agent knows what it hears.
    for (const key of tick.keys ?? []) transport.sendKey?.(key);
    if (tick.started !== undefined) transport.sendSpeech("speech.started", tick.started, now_ms);
    if (late_ms < STALE_MS || tick.speech) transport.sendAudio(frame);
    if (tick.completed !== undefined) transport.sendSpeech("speech.completed", tick.completed, now_ms);
    this.#lateness.add(late_ms);
    // Drops the audio that was sent ahead. Nothing is left to be heard before its marks, so they are answered.
    const cut = tick.interrupts && !transport.agentClears ? this.#playout.clear() : [];
    for (const name of [...cut, ...this.#playout.heardMarks()]) transport.sendMark(name, now_ms);
    this.#think(tick, now_ms);
    return tick.over;
  }

  #press(key: string, by: "event" | "tone"): void {
    if (!this.#detector || !this.#keys.takes(key, by, this.#line.now_ms)) return;
    this.#signals.push("key.pressed");
    this.#hearing.press(key);
    this.#line.reconsider();
  }

  #think({ asks, dropped, taken, began }: Tick, at_ms: number): void {
    if (dropped.length > 0) this.#tell({ kind: "dropped", ids: dropped });
    if (taken || (began && began.about !== "extension")) {
      this.#tell({ kind: "did", ask: taken ?? null, text: began?.text ?? "", at_ms });
      if (taken?.about === "turn") this.#hearing.next(at_ms);
    }
    for (const ask of asks)
      this.#tell({ kind: "ask", ask, heard: ask.about === "turn" ? this.#hearing.turn(ask) : null });
    if (this.#hasSpoken || this.#line.utterances.length === 0) return;
    this.#hasSpoken = true;
    this.#tell({ kind: "spoken" });
  }

  get #waiting_ms(): number {
    return (this.#playout.waiting / SAMPLE_RATE) * 1000;
  }

  #ended(reason: string | undefined, recorded: number, dropped: TooMuch): LineEnd {
    const { now_ms, breakIns, unanswered_ms: from_ms } = this.#line;
    // Speech fades, and a muffled line swallows last consonants. What was cut ended in the middle of a sound.
    const utterances = this.#line.utterances.map((utterance) => ({
      ...utterance,
      end_ms:
        utterance.cut === null ? (this.#heardUntil.get(utterance) ?? utterance.end_ms) : utterance.end_ms,
    }));
    const said = utterances.findLast(({ speaker }) => speaker === "AGENT");
    const unanswered =
      said && from_ms !== null
        ? { turn: said.turn, heard: this.#hearing.turn({ from_ms, to_ms: said.end_ms }) }
        : null;
    return {
      duration_ms: now_ms,
      utterances,
      interruptions: breakIns,
      remarks: [...this.#remarks, ...this.#dropped(dropped, now_ms)],
      frames: this.#lateness.summary,
      reason: reason ?? null,
      closed: this.#closed ?? null,
      unanswered,
      doubt: this.#line.doubt,
      recorded,
    };
  }

  /** What no call could hear, in words. */
  #dropped({ messages, bytes, too_far_ahead_ms }: TooMuch, at_ms: number): LineEnd["remarks"] {
    const ahead_ms = too_far_ahead_ms + (this.#playout.dropped / SAMPLE_RATE) * 1000;
    const size = `${messages} messages (${bytes} bytes)`;
    const audio = `${(ahead_ms / 1000).toFixed(1)} s of audio`;
    return [
      ...(messages > 0
        ? [{ at_ms, code: "too_fast", message: `${size} came faster than a call can hear, and were dropped` }]
        : []),
      ...(ahead_ms > 0
        ? [
            {
              at_ms,
              code: "too_far_ahead",
              message: `${audio} came more than two minutes ahead, and were dropped`,
            },
          ]
        : []),
    ];
  }

  /** Agents may say it with every turn. */
  #tellStated(stated: StatedVersions): void {
    const text = JSON.stringify(stated);
    if (this.#stated.has(text) || this.#stated.size >= STATED_MAXIMUM) return;
    this.#stated.add(text);
    this.#tell({ kind: "stated", stated });
  }

  #remark(code: string, message: string): void {
    if (this.#remarks.length < REMARKS_MAXIMUM)
      this.#remarks.push({ at_ms: this.#line.now_ms, code, message });
  }
}
