import { type Rng, turnRng } from "../caller/random.ts";
import type { InterruptionPlan } from "./interruptions.ts";
import { FRAME, TICK_MS } from "./pcm.ts";
import { VoiceDetector } from "./voice-detector.ts";

/** How a digital human takes turns on a line. */
export interface LinePlan {
  readonly seed: string;
  readonly endpointing_ms: number;
  readonly interruptions: InterruptionPlan;
  /** It speaks first, without waiting for the agent. */
  readonly speaks_first: boolean;
  /** How long it waits for the agent's first word before it speaks itself. */
  readonly first_wait_ms: number;
  readonly max_duration_ms: number;
}

/** What the agent signals beside its audio. */
export type AgentSignal = "speech.started" | "speech.completed";

/** What the digital human is asked: what it does next. */
export interface Ask {
  readonly id: number;
  /** `open`: the call begins; `turn`: the agent has spoken; `silence`: nobody has; `interruption`: it breaks in. */
  readonly about: "open" | "turn" | "silence" | "interruption";
  /** Number of the agent's turn that it answers or breaks into, from 0. */
  readonly turn: number;
  /** Where that turn lies on the line's clock, as far as it is known. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** When it is asked. */
  readonly at_ms: number;
}

/** What the digital human does, ready to be done. */
export interface Prepared {
  readonly text: string;
  /** Clean speech; empty if it says nothing. */
  readonly speech: Int16Array;
  /** Why it hangs up afterwards; null if it does not. */
  readonly end: string | null;
  /** How long it waits then before it acts on silence. */
  readonly wake_ms: number;
}

/** Something that was said, on the line's clock. */
export interface Utterance {
  readonly speaker: "AGENT" | "USER";
  readonly start_ms: number;
  end_ms: number;
  /** What the digital human says; null for the agent, whose words the line does not know. */
  readonly text: string | null;
  /** The agent's turn that it is, answers or breaks into. */
  readonly turn: number;
  readonly about: Ask["about"] | null;
  /** It was cut short: by the agent's signal, or because the digital human gave way. */
  cut: "interrupted" | "gave_way" | null;
}

/** What is to be done after 20 ms of the call. */
export interface Tick {
  /** Clean speech of the digital human in this frame; null is silence. */
  readonly speech: Int16Array | null;
  readonly started?: string;
  readonly completed?: string;
  readonly asks: readonly Ask[];
  /** Asks whose answer is no longer wanted. */
  readonly dropped: readonly number[];
  /** The ask whose answer is being done, from this frame on. */
  readonly taken?: Ask;
  /** The digital human breaks into what the agent says. */
  readonly interrupts: boolean;
  /** Why the digital human hangs up now. */
  readonly over?: string;
}

/** An answer is prepared after this much silence, so that it is there when its time comes. */
const PREPARE_MS = 200;
/** After speech.completed this much silence is enough. */
const COMPLETED_MS = 200;
/** Between the first contact and the first word. */
const PICK_UP_MS = 500;
/** Between the last word and hanging up. */
const HANG_UP_MS = 400;
/** An interruption comes at this time within the agent's turn, at the earliest and at the latest. */
const BREAK_IN_MS = [1000, 3000] as const;
/** A turn that has just begun counts as this long. */
const TURN_MINIMUM_MS = 100;
/** "Mhm" is shorter than this. */
const BACKCHANNEL_MS = 800;

interface Turn {
  readonly number: number;
  readonly utterance: Utterance;
  completed: boolean;
  /** When the digital human will break in, on the line's clock, earliest first. */
  readonly break_ins: number[];
}

/**
 * One side of a call in steps of 20 ms: who speaks, whose turn it is, when the digital human speaks, stops or hangs up. Pure: the same
 * frames, signals and answers at the same ticks give the same speech, sample for sample.
 */
export class Line {
  readonly #plan: LinePlan;
  readonly #detector = new VoiceDetector();
  readonly utterances: Utterance[] = [];
  #ticks = 0;
  #turns = 0;
  #turn: Turn | null = null;
  #asks = 0;
  #ask: { readonly ask: Ask; prepared: Prepared | null } | null = null;
  /** An interruption, prepared as the agent's turn begins. */
  #breakIn: { readonly ask: Ask; prepared: Prepared | null } | null = null;
  #interjection: Prepared | null = null;
  #speaking: {
    readonly id: string;
    readonly prepared: Prepared;
    readonly said: Utterance;
    at: number;
  } | null = null;
  #overlap_ms = 0;
  #breakIns = 0;
  #quiet_ms = 0;
  #wake_ms: number;
  #hold_ms = 0;
  #ending: { readonly reason: string; readonly at_ms: number } | null = null;
  #opened: boolean;

  constructor(plan: LinePlan) {
    this.#plan = plan;
    this.#wake_ms = plan.first_wait_ms;
    this.#opened = !plan.speaks_first;
  }

  /** Milliseconds since the call began. */
  get now_ms(): number {
    return this.#ticks * TICK_MS;
  }

  /** How many turns the agent has begun. */
  get turns(): number {
    return this.#turns;
  }

  /** How often the digital human has broken in. */
  get breakIns(): number {
    return this.#breakIns;
  }

  /** Answers an ask; one that was dropped meanwhile is ignored. */
  answer(id: number, prepared: Prepared): void {
    if (this.#ask?.ask.id === id) this.#ask.prepared = prepared;
    if (this.#breakIn?.ask.id === id) this.#breakIn.prepared = prepared;
  }

  /** Asks again for what the current ask is about: more words of the agent have become known. */
  reconsider(): void {
    if (this.#ask?.ask.about === "turn") this.#stale = true;
  }
  #stale = false;

  /** Says something as soon as the digital human is silent, also while the agent speaks. */
  interject(prepared: Prepared): void {
    this.#interjection ??= prepared;
  }

  /** @param heard the agent's next 20 ms; null is silence. @param queued whether it has sent more than that */
  tick(heard: Int16Array | null, signals: readonly AgentSignal[], queued: boolean): Tick {
    const now = this.now_ms;
    const asks: Ask[] = [];
    const dropped: number[] = [];
    this.#ticks++;
    this.#hear(heard, asks);
    if (this.#turn && signals.includes("speech.completed")) this.#turn.completed = true;
    const stopped = this.#giveWay(now, signals.includes("speech.started"));
    const ending = this.#endIfDue(now);
    if (ending) return { speech: null, asks: [], dropped, interrupts: false, over: ending, ...stopped };
    const begun = this.#speaking ? {} : this.#decide(now, queued, asks, dropped);
    const { speech, completed } = this.#speak(now);
    this.#countQuiet(speech !== null);
    return {
      speech,
      asks,
      dropped,
      interrupts: false,
      ...stopped,
      ...begun,
      ...(completed !== undefined && { completed }),
    };
  }

  /** The call is over: what is being said ends here. */
  end(): void {
    const now = this.now_ms;
    if (this.#speaking) this.#cut(now, "interrupted");
    this.#closeTurn();
  }

  #hear(heard: Int16Array | null, asks: Ask[]): void {
    const { began_ms, ended_ms } = this.#detector.push(heard);
    if (began_ms !== undefined && !this.#turn) this.#openTurn(began_ms, asks);
    const turn = this.#turn;
    if (!turn) return;
    if (this.#detector.speaking) turn.utterance.end_ms = this.#detector.lastSound_ms;
    if (ended_ms !== undefined) turn.utterance.end_ms = ended_ms;
  }

  #openTurn(start_ms: number, asks: Ask[]): void {
    const number = this.#turns++;
    const utterance: Utterance = {
      speaker: "AGENT",
      start_ms,
      end_ms: start_ms,
      text: null,
      turn: number,
      about: null,
      cut: null,
    };
    this.utterances.push(utterance);
    this.#turn = { number, utterance, completed: false, break_ins: this.#planBreakIns(number, start_ms) };
    if (this.#turn.break_ins.length > 0)
      this.#breakIn = { ask: this.#newAsk("interruption", asks), prepared: null };
  }

  /** Draws when the digital human will break into a turn; what was drawn for others does not change it. */
  #planBreakIns(turn: number, start_ms: number): number[] {
    const { rate } = this.#plan.interruptions;
    if (!rate) return [];
    const rng: Rng = turnRng(this.#plan.seed, "voice/interruptions", turn);
    const [earliest, latest] = BREAK_IN_MS;
    const times: number[] = [];
    let at = start_ms;
    for (let count = 0; count < rate.per_turn; count++) {
      const [chance, place] = [rng(), rng()];
      at += earliest + place * (latest - earliest);
      if (chance < rate.chance) times.push(Math.round(at));
    }
    return times;
  }

  /** Stops the digital human if the agent takes the floor. */
  #giveWay(now: number, isTold: boolean): { completed?: string } {
    const speaking = this.#speaking;
    if (!speaking) return {};
    const { grace_ms, yield_after_ms, pause_ms } = this.#plan.interruptions.floor;
    this.#overlap_ms = this.#detector.speaking ? this.#overlap_ms + TICK_MS : 0;
    const spoken_ms = now - speaking.said.start_ms;
    const yields = spoken_ms >= grace_ms && this.#overlap_ms >= yield_after_ms;
    if (!isTold && !yields) return {};
    this.#hold_ms = now + pause_ms;
    return { completed: this.#cut(now, isTold ? "interrupted" : "gave_way") };
  }

  #cut(now: number, how: NonNullable<Utterance["cut"]>): string {
    const speaking = this.#speaking;
    if (!speaking) return "";
    speaking.said.end_ms = now;
    speaking.said.cut = how;
    this.#afterSpeech(now, speaking.prepared);
    return speaking.id;
  }

  #afterSpeech(now: number, { end, wake_ms }: Prepared): void {
    this.#speaking = null;
    this.#overlap_ms = 0;
    this.#quiet_ms = 0;
    this.#wake_ms = wake_ms;
    if (end !== null) this.#ending = { reason: end, at_ms: now + HANG_UP_MS };
  }

  #endIfDue(now: number): string | undefined {
    if (this.#ending && now >= this.#ending.at_ms) return this.#ending.reason;
    return now >= this.#plan.max_duration_ms ? "max_duration" : undefined;
  }

  /** What a silent digital human does: asks what to do next, and does what has been prepared when its time has come. */
  #decide(
    now: number,
    queued: boolean,
    asks: Ask[],
    dropped: number[],
  ): Partial<Pick<Tick, "started" | "taken" | "interrupts">> {
    if (this.#ending) return {};
    const agentSpeaks = this.#detector.speaking;
    if (this.#interjection && now >= this.#hold_ms) {
      const prepared = this.#interjection;
      this.#interjection = null;
      this.#breakIns++;
      return { started: this.#begin(now, prepared, "interruption"), interrupts: agentSpeaks };
    }
    if (agentSpeaks) {
      this.#drop(dropped);
      return this.#breakInIfDue(now, asks);
    }
    const silence_ms = now - (this.#turn?.utterance.end_ms ?? 0);
    if (this.#turn) return this.#answerTurn(now, silence_ms, queued, asks, dropped);
    if (!this.#opened) return this.#when(now >= PICK_UP_MS, "open", now, asks);
    return this.#when(this.#quiet_ms >= this.#wake_ms, "silence", now, asks);
  }

  #answerTurn(now: number, silence_ms: number, queued: boolean, asks: Ask[], dropped: number[]) {
    const turn = this.#turn;
    if (!turn || silence_ms < PREPARE_MS) return {};
    if (this.#isBackchannel(turn)) {
      this.#closeTurn(dropped);
      return {};
    }
    if (this.#stale) {
      this.#stale = false;
      this.#drop(dropped);
    }
    this.#ask ??= { ask: this.#newAsk("turn", asks), prepared: null };
    const { prepared, ask } = this.#ask;
    const isOver =
      silence_ms >= this.#plan.endpointing_ms || (turn.completed && silence_ms >= COMPLETED_MS && !queued);
    if (!prepared || !isOver || now < this.#hold_ms) return {};
    this.#closeTurn(dropped);
    return this.#do(now, prepared, ask);
  }

  /** A short sound while the digital human spoke: it wants no answer. */
  #isBackchannel({ utterance: { start_ms, end_ms } }: Turn): boolean {
    const said = this.utterances.findLast(({ speaker }) => speaker === "USER");
    if (!said || said.cut !== null) return false;
    return end_ms - start_ms < BACKCHANNEL_MS && start_ms >= said.start_ms && end_ms <= said.end_ms;
  }

  /** Asks once the time has come, and does what is answered. */
  #when(isDue: boolean, about: Ask["about"], now: number, asks: Ask[]) {
    if (!isDue) return {};
    this.#ask ??= { ask: this.#newAsk(about, asks), prepared: null };
    const { prepared, ask } = this.#ask;
    return prepared ? this.#do(now, prepared, ask) : {};
  }

  #do(now: number, prepared: Prepared, ask: Ask): Partial<Pick<Tick, "started" | "taken">> {
    this.#ask = null;
    this.#opened = true;
    if (prepared.speech.length > 0)
      return { taken: ask, started: this.#begin(now, prepared, ask.about, ask.turn) };
    this.#afterSpeech(now, prepared);
    return { taken: ask };
  }

  #breakInIfDue(now: number, asks: Ask[]): Partial<Pick<Tick, "started" | "taken" | "interrupts">> {
    const due = this.#turn?.break_ins[0];
    const rate = this.#plan.interruptions.rate;
    if (due === undefined || !rate || now < due || now < this.#hold_ms) return {};
    if (this.#breakIns >= rate.per_call) return {};
    const breakIn = this.#breakIn;
    if (!breakIn?.prepared) return {};
    this.#turn?.break_ins.shift();
    this.#breakIns++;
    this.#breakIn = null;
    const started = this.#begin(now, breakIn.prepared, "interruption", breakIn.ask.turn);
    if ((this.#turn?.break_ins.length ?? 0) > 0)
      this.#breakIn = { ask: this.#newAsk("interruption", asks), prepared: null };
    return { taken: breakIn.ask, started, interrupts: true };
  }

  #begin(now: number, prepared: Prepared, about: Ask["about"], turn = Math.max(0, this.#turns - 1)): string {
    const said: Utterance = {
      speaker: "USER",
      start_ms: now,
      end_ms: now,
      text: prepared.text,
      turn,
      about,
      cut: null,
    };
    this.utterances.push(said);
    const id = `utterance-${this.utterances.length}`;
    this.#speaking = { id, prepared, said, at: 0 };
    this.#overlap_ms = 0;
    return id;
  }

  #speak(now: number): { speech: Int16Array | null; completed?: string } {
    const speaking = this.#speaking;
    if (!speaking) return { speech: null };
    const { speech } = speaking.prepared;
    const frame = new Int16Array(FRAME);
    frame.set(speech.subarray(speaking.at, speaking.at + FRAME));
    speaking.at += FRAME;
    speaking.said.end_ms = now + TICK_MS;
    if (speaking.at < speech.length) return { speech: frame };
    this.#afterSpeech(now + TICK_MS, speaking.prepared);
    return { speech: frame, completed: speaking.id };
  }

  #countQuiet(speaks: boolean): void {
    this.#quiet_ms = speaks || this.#detector.speaking || this.#turn ? 0 : this.#quiet_ms + TICK_MS;
  }

  #newAsk(about: Ask["about"], asks: Ask[]): Ask {
    const { start_ms = this.now_ms, end_ms = this.now_ms } = this.#turn?.utterance ?? {};
    const ask = {
      id: ++this.#asks,
      about,
      turn: this.#turn?.number ?? this.#turns,
      from_ms: start_ms,
      to_ms: Math.max(end_ms, start_ms + TURN_MINIMUM_MS),
      at_ms: this.now_ms,
    };
    asks.push(ask);
    return ask;
  }

  #drop(dropped: number[]): void {
    if (this.#ask) dropped.push(this.#ask.ask.id);
    this.#ask = null;
  }

  #closeTurn(dropped: number[] = []): void {
    if (this.#breakIn) dropped.push(this.#breakIn.ask.id);
    this.#breakIn = null;
    this.#turn = null;
  }
}
