import { setTimeout as sleep } from "node:timers/promises";
import { turnRng } from "../../engine/caller/random.ts";
import { Effects } from "../../engine/voice/effects.ts";
import { heardKeywords, heardSituation } from "../../engine/voice/interruptions.ts";
import { type KeyPress, pressKeys } from "../../engine/voice/keys.ts";
import { type AgentSignal, type Ask, Line, type Prepared, type Tick } from "../../engine/voice/line.ts";
import { SAMPLE_RATE, TICK_MS } from "../../engine/voice/pcm.ts";
import { Playout } from "../../engine/voice/playout.ts";
import type { VoicePlan } from "../../engine/voice/voice-plan.ts";
import type { AgentWords, Words } from "./agent-words.ts";
import type { CallEnd, CallLog } from "./call-log.ts";
import { Lateness } from "./lateness.ts";
import type { Decision, Mind } from "./mind.ts";
import type { Recorder } from "./recorder.ts";
import type { Speech } from "./speech/speech.ts";
import type { Closed, Transport, TransportListener } from "./transports/transport.ts";

/** Audio that an agent may send ahead: two minutes. */
const AHEAD_MAXIMUM = 120 * SAMPLE_RATE;
/** Frames later than this are not sent if they hold no speech: speech is caught up, silence is not. */
const STALE_MS = 200;
const LOOK_FOR_END_MS = 1000;
const REMARKS_MAXIMUM = 100;
/** Without a word of how long it waits, for the rest of a call that is about to end. */
const WAKE_MS = 30_000;
const WARM_UP = "Hello.";

export interface CallSetup {
  readonly mind: Mind;
  readonly plan: VoicePlan;
  readonly seed: string;
  readonly speech: Speech;
  readonly words: AgentWords;
  readonly recorder: Recorder;
  readonly max_duration_ms: number;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
  dial(listener: TransportListener): Promise<Transport>;
  /** The agent has answered: the clock of the call begins. */
  begun(): Promise<void>;
  /** Anybody has said the first word. */
  spoken(): void;
  /** Why the conversation was ended from outside, if it was. */
  endedElsewhere(): Promise<string | undefined>;
}

export type Conducted = Omit<CallLog, "dialect" | "url" | "detail" | "close_code"> & {
  readonly end: CallEnd;
};

/**
 * Makes one call from dialling to hanging up. The line runs on a clock of 20 ms; thinking, rendering and recognizing happen beside it.
 * @throws DialFailure, or the reason of `signal`
 */
export async function conduct(setup: CallSetup): Promise<Conducted> {
  const { mind, plan, speech, signal } = setup;
  const opening = await mind.decide("open", undefined, { at_ms: 0, heard_ms: 0 }, signal);
  const [noise, spoken] = await Promise.all([
    plan.noise && plan.effects.snr_db !== null ? speech.noise(plan.noise) : null,
    speech.render(opening.action.say ?? "", plan.speaker, signal),
    // What has to be loaded first is loaded before the clock runs.
    speech.render(WARM_UP, plan.speaker, signal),
  ]);
  const call = new Conversation(setup, noise, opening, spoken);
  return call.run();
}

class Conversation {
  readonly #setup: CallSetup;
  readonly #line: Line;
  readonly #effects: Effects;
  readonly #playout = new Playout(AHEAD_MAXIMUM);
  readonly #lateness = new Lateness();
  readonly #opening: Decision;
  readonly #openingSpeech: Int16Array;
  readonly #work = new Map<number, AbortController>();
  readonly #decisions = new Map<number, Decision>();
  readonly #turnWords = new Map<number, Words>();
  readonly #remarks: CallLog["remarks"] = [];
  #interjections: { readonly due_ms: number; readonly prepared: Prepared }[] = [];
  /** Keys of what it says now that are still to be pressed, on the line's clock. */
  #presses: KeyPress[] = [];
  /** Whether the line has keys; otherwise they are spoken. */
  #hasKeys = false;
  #keywordTexts = 0;
  #signals: AgentSignal[] = [];
  #closed: Closed | undefined;
  #failure: Error | undefined;
  #ended: string | undefined;
  #hasSpoken = false;

  constructor(setup: CallSetup, noise: Float32Array | null, opening: Decision, openingSpeech: Int16Array) {
    const { plan, seed, max_duration_ms } = setup;
    this.#setup = setup;
    this.#opening = opening;
    this.#openingSpeech = openingSpeech;
    this.#effects = new Effects(plan.effects, noise, seed);
    this.#line = new Line({
      seed,
      endpointing_ms: plan.endpointing_ms,
      interruptions: plan.interruptions,
      speaks_first: openingSpeech.length > 0,
      first_wait_ms: opening.action.wake_after_ms ?? WAKE_MS,
      max_duration_ms,
    });
  }

  async run(): Promise<Conducted> {
    const { mind, dial, begun, signal } = this.#setup;
    const transport = await dial(this.#listener());
    this.#hasKeys = transport.sendKey !== undefined;
    try {
      await begun();
      if (this.#openingSpeech.length === 0) mind.act(this.#opening, 0);
      const reason = await this.#talk(transport);
      signal.throwIfAborted();
      this.#line.end();
      if ((this.#closed?.end_reason ?? reason) === "hung_up_by_agent") await this.#lastWords();
      return await this.#conducted(reason);
    } finally {
      for (const work of this.#work.values()) work.abort();
      await transport.hangUp();
      await mind.stored().catch(() => undefined);
    }
  }

  #listener(): TransportListener {
    return {
      audio: (samples) => this.#playout.push(samples),
      signal: (signal, text) => {
        this.#signals.push(signal);
        if (text === undefined) return;
        if (!this.#setup.words.tell(text)) return;
        this.#line.reconsider();
        void this.#hearCues(text);
      },
      mark: (name) => {
        if (!this.#playout.mark(name))
          this.#remark("too_many_marks", "marks beyond the first 1000 are ignored");
      },
      clear: () => this.#playout.clear(),
      remark: (code, message) => this.#remark(code, message),
      closed: (closed) => {
        this.#closed ??= closed;
      },
    };
  }

  /** Prepares to break in where the agent says a keyword, or does what a contextual interruption waits for. */
  async #hearCues(text: string): Promise<void> {
    const { mind, plan, seed, speech, signal } = this.#setup;
    const now_ms = this.#line.now_ms;
    const rng = turnRng(seed, "voice/keywords", this.#keywordTexts++);
    const { language } = mind.caller;
    const cues = heardKeywords(plan.interruptions, text, language, rng);
    const after_ms = heardSituation(plan.interruptions, text, language);
    if (after_ms !== undefined) cues.push({ response: mind.interruption(this.#line.turns), after_ms });
    try {
      for (const { response, after_ms } of cues) {
        const rendered = await speech.render(response, plan.speaker, signal);
        const prepared = { text: response, speech: rendered, end: null, wake_ms: WAKE_MS };
        if (rendered.length > 0) this.#interjections.push({ due_ms: now_ms + after_ms, prepared });
      }
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  /** Runs the clock until somebody hangs up; returns why the digital human did, if it was it. */
  async #talk(transport: Transport): Promise<string | undefined> {
    const { signal } = this.#setup;
    const start = performance.now();
    const looking = setInterval(() => void this.#lookForEnd(), LOOK_FOR_END_MS);
    try {
      for (let ticks = 0; ; ticks++) {
        const due = start + ticks * TICK_MS;
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait);
        if (this.#isOver() || signal.aborted) return this.#ended;
        const reason = this.#tick(transport, performance.now() - due);
        if (reason !== undefined) return reason;
      }
    } finally {
      clearInterval(looking);
    }
  }

  #isOver(): boolean {
    return this.#closed !== undefined || this.#failure !== undefined || this.#ended !== undefined;
  }

  #tick(transport: Transport, late_ms: number): string | undefined {
    const heard = this.#playout.next();
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
    this.#setup.recorder.push(frame, heard);
    this.#setup.words.hear(heard);
    // Before its audio, so that the agent knows what it hears.
    if (tick.started !== undefined) transport.sendSpeech("speech.started", tick.started, now_ms);
    if (late_ms < STALE_MS || tick.speech) transport.sendAudio(frame);
    if (tick.completed !== undefined) transport.sendSpeech("speech.completed", tick.completed, now_ms);
    this.#pressKeys(transport, tick, now_ms);
    this.#lateness.add(late_ms);
    // What was sent ahead is not to be heard any more, and its marks stay unanswered.
    if (tick.interrupts && !transport.agentClears) this.#playout.clear();
    for (const name of this.#playout.heardMarks()) transport.sendMark(name, now_ms);
    this.#think(tick, now_ms);
    return tick.over;
  }

  /** Presses the keys that are due. Those of what was cut short are not pressed any more. */
  #pressKeys(transport: Transport, { completed }: Tick, now_ms: number): void {
    while (this.#presses[0] && this.#presses[0].at_ms <= now_ms)
      transport.sendKey?.(this.#presses.shift()?.key ?? "");
    if (completed !== undefined) this.#presses = [];
  }

  #think({ asks, dropped, taken, started }: Tick, now_ms: number): void {
    for (const id of dropped) {
      this.#work.get(id)?.abort();
      this.#decisions.delete(id);
    }
    if (taken !== undefined) this.#act(taken, now_ms);
    else if (started !== undefined) this.#utter();
    for (const ask of asks) void this.#prepare(ask);
    if (this.#hasSpoken || this.#line.utterances.length === 0) return;
    this.#hasSpoken = true;
    this.#setup.spoken();
  }

  #act(id: number, now_ms: number): void {
    const { mind, words } = this.#setup;
    const decision = this.#decisions.get(id);
    this.#decisions.delete(id);
    const said = this.#line.utterances.at(-1);
    if (!decision) return void this.#utter();
    const { keys, say = "" } = decision.action;
    if (keys && this.#hasKeys)
      this.#presses = pressKeys(say).presses.map(({ key, at_ms }) => ({ key, at_ms: now_ms + at_ms }));
    if (decision.words) this.#turnWords.set(said?.turn ?? this.#line.turns - 1, decision.words);
    mind.act(decision, now_ms);
    if (decision.met.event === "message" || decision.met.event === "unheard") words.next(now_ms);
  }

  /** Stores what the digital human says without having decided anything: it breaks in. */
  #utter(): void {
    const said = this.#line.utterances.at(-1);
    if (said?.speaker === "USER" && said.text) this.#setup.mind.utter(said.text, said.start_ms);
  }

  /** Prepares what the digital human does next; the line takes it when its time has come. */
  async #prepare(ask: Ask): Promise<void> {
    const work = new AbortController();
    this.#work.set(ask.id, work);
    const signal = AbortSignal.any([work.signal, this.#setup.signal]);
    try {
      const prepared = await this.#prepared(ask, signal);
      if (!signal.aborted) this.#line.answer(ask.id, prepared);
    } catch (error) {
      if (!signal.aborted) this.#failure ??= error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#work.delete(ask.id);
    }
  }

  async #prepared(ask: Ask, signal: AbortSignal): Promise<Prepared> {
    const { mind, plan, speech, words } = this.#setup;
    if (ask.about === "open" && !mind.state) {
      this.#decisions.set(ask.id, this.#opening);
      return preparedOf(this.#opening, this.#openingSpeech);
    }
    if (ask.about === "interruption") {
      const text = mind.interruption(ask.turn);
      return { text, speech: await speech.render(text, plan.speaker, signal), end: null, wake_ms: WAKE_MS };
    }
    const heard = ask.about === "turn" ? await words.of(ask, signal) : undefined;
    signal.throwIfAborted();
    const times = { at_ms: this.#line.now_ms, heard_ms: ask.from_ms };
    const decision = await mind.decide(ask.about, heard, times, signal);
    this.#decisions.set(ask.id, decision);
    const { keys, say = "" } = decision.action;
    const sound = keys && this.#hasKeys ? pressKeys(say).sound : undefined;
    return preparedOf(decision, sound ?? (await speech.render(say, plan.speaker, signal)));
  }

  /** What the agent said before it hung up may be what the digital human wanted to hear. */
  async #lastWords(): Promise<void> {
    const { mind, words } = this.#setup;
    const last = this.#line.utterances.at(-1);
    if (last?.speaker !== "AGENT" || !mind.state) return;
    const heard = await words.of(
      { from_ms: last.start_ms, to_ms: last.end_ms },
      new AbortController().signal,
    );
    if (!heard) return;
    this.#turnWords.set(last.turn, heard);
    const times = { at_ms: this.#line.now_ms, heard_ms: last.start_ms };
    mind.hearLast(await mind.decide("turn", heard, times, new AbortController().signal));
  }

  async #lookForEnd(): Promise<void> {
    try {
      this.#ended ??= await this.#setup.endedElsewhere();
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  async #conducted(reason: string | undefined): Promise<Conducted> {
    await this.#setup.mind.stored();
    const timeline = this.#timeline();
    const sources = [...this.#turnWords.values()];
    return {
      duration_ms: this.#line.now_ms,
      timeline,
      words_from: sources.at(-1)?.source ?? null,
      interruptions: this.#line.breakIns,
      remarks: this.#remarks,
      frames: this.#lateness.summary,
      end: this.#end(reason),
    };
  }

  #timeline(): CallLog["timeline"] {
    return this.#line.utterances.map(({ speaker, start_ms, end_ms, text, turn, about, cut }) => ({
      speaker,
      start_offset_ms: start_ms,
      end_offset_ms: end_ms,
      text: speaker === "AGENT" ? (this.#turnWords.get(turn)?.text ?? null) : text,
      about,
      cut,
    }));
  }

  #end(reason: string | undefined): CallEnd {
    const failure = this.#failure;
    if (failure)
      return {
        end_reason: "internal_error",
        inconclusive: failure.message,
        detail: failure.message,
        close_code: null,
      };
    if (reason !== undefined)
      return { end_reason: reason, inconclusive: null, detail: null, close_code: null };
    const { end_reason = "connection_lost", code = null, reason: detail = "" } = this.#closed ?? {};
    const inconclusive = end_reason === "hung_up_by_agent" ? null : detail;
    return { end_reason, inconclusive, detail, close_code: code };
  }

  #remark(code: string, message: string): void {
    if (this.#remarks.length < REMARKS_MAXIMUM)
      this.#remarks.push({ at_ms: this.#line.now_ms, code, message });
  }
}

function preparedOf({ action }: Decision, speech: Int16Array): Prepared {
  const { say = "", end, wake_after_ms = WAKE_MS } = action;
  return { text: say, speech, end: end?.end_reason ?? null, wake_ms: wake_after_ms };
}
