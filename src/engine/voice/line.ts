import type { AgentSignal, Ask, CallLine, LinePlan, Prepared, Tick, Utterance } from "./exchange.ts";
import { drawWithin, planBreakIns, planMurmurs } from "./moments.ts";
import { TICK_MS } from "./pcm.ts";
import { Saying } from "./saying.ts";
import {
  type Again,
  agentUtterance,
  continuesSoon,
  HANG_UP_MS,
  isBackchannel,
  PICK_UP_MS,
  TURN_MINIMUM_MS,
  type Turn,
} from "./turns.ts";
import { VoiceDetector } from "./voice-detector.ts";

/** After this much silence, an answer is prepared, so that it is ready when its time comes. */
const PREPARE_MS = 200;
/** After speech.completed, this much silence is enough. */
const COMPLETED_MS = 200;
/** After a key, this much: another may follow. */
const KEYED_MS = 600;

type Begun = Partial<Pick<Tick, "started" | "began" | "taken" | "interrupts">>;

/**
 * One side of a call in steps of 20 ms: who speaks, whose turn it is, and when the digital human speaks,
 * stops, or hangs up. Pure: the same frames, signals, and answers at the same ticks give the same speech,
 * sample for sample.
 */
export class Line implements CallLine {
  readonly #plan: LinePlan;
  readonly #detector = new VoiceDetector();
  readonly utterances: Utterance[] = [];
  readonly doubt = null;
  #ticks = 0;
  #turns = 0;
  #turn: Turn | null = null;
  #asks = 0;
  #ask: { readonly ask: Ask; prepared: Prepared | null } | null = null;
  /** An interruption, prepared when the agent's turn begins. */
  #breakIn: { readonly ask: Ask; prepared: Prepared | null } | null = null;
  #interjection: Prepared | null = null;
  readonly #saying = new Saying();
  #again: Again | null = null;
  #breakIns = 0;
  #quiet_ms = 0;
  #wake_ms: number;
  #hold_ms = 0;
  #unanswered_ms: number | null = null;
  #ending: { readonly reason: string; readonly at_ms: number } | null = null;
  #opened: boolean;
  /** Whether the digital human has yet to press the extension, or is pressing it. */
  #dials: boolean;
  /** When it may open the conversation. */
  #ready_ms = PICK_UP_MS;

  constructor(plan: LinePlan) {
    this.#plan = plan;
    this.#wake_ms = plan.first_wait_ms;
    this.#opened = !plan.speaks_first;
    this.#dials = plan.extension !== null;
  }

  get now_ms(): number {
    return this.#ticks * TICK_MS;
  }

  get turns(): number {
    return this.#turns;
  }

  get unanswered_ms(): number | null {
    return this.#unanswered_ms;
  }

  get breakIns(): number {
    return this.#breakIns;
  }

  answer(id: number, prepared: Prepared): void {
    if (this.#ask?.ask.id === id) this.#ask.prepared = prepared;
    if (this.#breakIn?.ask.id === id) this.#breakIn.prepared = prepared;
  }

  reconsider(): void {
    if (this.#ask?.ask.about === "turn") this.#stale = true;
  }
  #stale = false;

  interject(prepared: Prepared): void {
    this.#interjection ??= prepared;
  }

  tick(heard: Int16Array | null, signals: readonly AgentSignal[], queued: boolean): Tick {
    const now = this.now_ms;
    const asks: Ask[] = [];
    const dropped: number[] = [];
    this.#ticks++;
    this.#hear(heard, asks);
    const isPressed = signals.includes("key.pressed");
    if (isPressed) this.#takeKey(now, asks);
    if (this.#turn) this.#heed(this.#turn, signals, now);
    const stopped = this.#giveWay(now, isPressed || signals.includes("speech.started"));
    const ending = this.#endIfDue(now);
    if (ending) return { speech: null, asks: [], dropped, interrupts: false, over: ending, ...stopped };
    const begun = this.#saying.isNow ? {} : this.#decide(now, queued, asks, dropped);
    const spoken = this.#speak(now);
    this.#countQuiet(spoken.speech !== null);
    return {
      asks,
      dropped,
      interrupts: false,
      ...stopped,
      ...begun,
      ...spoken,
    };
  }

  end(): void {
    const now = this.now_ms;
    this.#cut(now, "interrupted");
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

  /** A key is a turn of its own, or part of one, and its end as far as anybody can tell. */
  #takeKey(now: number, asks: Ask[]): void {
    if (!this.#turn) this.#openTurn(now, asks);
    if (!this.#turn) return;
    this.#turn.keyed = true;
    this.#turn.utterance.end_ms = Math.max(this.#turn.utterance.end_ms, now);
  }

  #openTurn(start_ms: number, asks: Ask[]): void {
    const number = this.#turns++;
    const utterance = agentUtterance(start_ms, number);
    this.utterances.push(utterance);
    const { seed, interruptions, murmurs } = this.#plan;
    const murmuring = planMurmurs(murmurs.length, seed, number, start_ms);
    this.#turn = {
      number,
      utterance,
      completed: false,
      keyed: false,
      continues_ms: null,
      break_ins: planBreakIns(interruptions.rate, seed, number, start_ms),
      murmurs: murmuring,
      murmur: murmuring.next().value ?? undefined,
    };
    this.#unanswered_ms ??= start_ms;
    if (this.#turn.break_ins.length > 0)
      this.#breakIn = { ask: this.#newAsk("interruption", asks), prepared: null };
  }

  #heed(turn: Turn, signals: readonly AgentSignal[], now: number): void {
    // What is being heard at the signal was said before it.
    const isHeard = turn.continues_ms === now - TICK_MS && this.#detector.speaking;
    if (isHeard || signals.includes("speech.continues")) turn.continues_ms = now;
    if (!signals.includes("speech.completed")) return;
    turn.completed = true;
    turn.continues_ms = null;
  }

  /** Stops the digital human if the agent takes the floor. */
  #giveWay(now: number, isTold: boolean): { completed?: string } {
    const { floor } = this.#plan.interruptions;
    if (this.#dials) return {};
    const yields = this.#saying.givesWay(now, this.#detector.speaking, floor);
    if (!this.#saying.isNow || !(isTold || yields)) return {};
    this.#hold_ms = now + floor.pause_ms;
    const completed = this.#cut(now, isTold ? "interrupted" : "gave_way");
    return completed === undefined ? {} : { completed };
  }

  #cut(now: number, how: NonNullable<Utterance["cut"]>): string | undefined {
    const said = this.#saying.cut(now, how);
    if (!said) return undefined;
    const { about, turn } = said.utterance;
    if (about === "murmur") return undefined;
    const { again } = this.#plan.interruptions.floor;
    // It does not say the same a third time, or say goodbye twice.
    if (again && about !== "again" && said.prepared.end === null)
      this.#again = {
        prepared: said.prepared,
        wait_ms: drawWithin(again.after_ms, this.#plan.seed, turn),
        insists: again.over_agent,
        cut_ms: now,
      };
    this.#afterSpeech(now, said.prepared);
    return said.id;
  }

  #afterSpeech(now: number, { end, wake_ms }: Prepared): void {
    this.#quiet_ms = 0;
    this.#wake_ms = wake_ms;
    if (end !== null) this.#ending = { reason: end, at_ms: now + HANG_UP_MS };
  }

  #endIfDue(now: number): string | undefined {
    if (this.#ending && now >= this.#ending.at_ms) return this.#ending.reason;
    return now >= this.#plan.max_duration_ms ? "max_duration" : undefined;
  }

  /**
   * What a silent digital human does: asks what to do next, and does what has been prepared when its time has
   * come.
   */
  #decide(now: number, queued: boolean, asks: Ask[], dropped: number[]): Begun {
    if (this.#ending) return {};
    if (this.#dials) return this.#dialIfDue(now);
    const agentSpeaks = this.#detector.speaking;
    if (this.#interjection && now >= this.#hold_ms) {
      const prepared = this.#interjection;
      this.#interjection = null;
      this.#breakIns++;
      return { ...this.#begin(now, prepared, "interruption"), interrupts: agentSpeaks };
    }
    const silence_ms = now - (this.#turn?.utterance.end_ms ?? 0);
    if (this.#again && now >= this.#hold_ms && this.#isDueAgain(this.#again, now, agentSpeaks, silence_ms))
      return this.#sayAgain(this.#again, now, agentSpeaks, dropped);
    if (agentSpeaks) {
      this.#drop(dropped);
      const broken = this.#breakInIfDue(now, asks);
      return broken.began ? broken : this.#murmurIfDue(now);
    }
    if (this.#turn) return this.#answerTurn(now, silence_ms, queued, asks, dropped);
    if (!this.#opened) return this.#when(now >= this.#ready_ms, "open", now, asks);
    return this.#when(this.#quiet_ms >= this.#wake_ms, "silence", now, asks);
  }

  /** Presses the extension, whatever the machine that answered says meanwhile. */
  #dialIfDue(now: number): Begun {
    const { extension, first_wait_ms: wake_ms } = this.#plan;
    if (!extension || now < PICK_UP_MS) return {};
    const { began } = this.#begin(now, { ...extension, end: null, wake_ms }, "extension");
    return { began };
  }

  /** The conversation begins. What was said before belongs to the machine, unless it is still speaking. */
  #connected(now: number): void {
    this.#dials = false;
    this.#ready_ms = now + PICK_UP_MS;
    if (this.#detector.speaking) return;
    this.#closeTurn();
    this.#unanswered_ms = null;
  }

  #isDueAgain({ wait_ms, insists, cut_ms }: Again, now: number, agentSpeaks: boolean, silence_ms: number) {
    if (agentSpeaks) return insists && now - cut_ms >= wait_ms;
    return Math.min(silence_ms, now - cut_ms) >= wait_ms;
  }

  /**
   * Repeats what the digital human could not finish. This is also its answer to what the agent has said
   * since.
   */
  #sayAgain({ prepared }: Again, now: number, agentSpeaks: boolean, dropped: number[]): Begun {
    this.#again = null;
    this.#drop(dropped);
    if (agentSpeaks) this.#breakIns++;
    else this.#closeTurn(dropped);
    return { ...this.#begin(now, prepared, "again"), interrupts: agentSpeaks };
  }

  #murmurIfDue(now: number): Begun {
    const turn = this.#turn;
    if (!turn?.murmur || now < turn.murmur.at_ms) return {};
    const said = this.#plan.murmurs[turn.murmur.which];
    turn.murmur = turn.murmurs.next().value ?? undefined;
    if (!said || now < this.#hold_ms) return {};
    const { began } = this.#begin(now, { ...said, end: null, wake_ms: 0 }, "murmur", turn.number);
    return began ? { began } : {};
  }

  #answerTurn(now: number, silence_ms: number, queued: boolean, asks: Ask[], dropped: number[]): Begun {
    const turn = this.#turn;
    if (!turn || silence_ms < PREPARE_MS) return {};
    if (isBackchannel(turn, this.utterances)) {
      this.#closeTurn(dropped);
      return {};
    }
    if (continuesSoon(turn, now)) return {};
    if (this.#stale) {
      this.#stale = false;
      this.#drop(dropped);
    }
    this.#ask ??= { ask: this.#newAsk("turn", asks), prepared: null };
    const { prepared, ask } = this.#ask;
    const enough_ms = turn.keyed
      ? KEYED_MS
      : turn.completed && !queued
        ? COMPLETED_MS
        : Number.POSITIVE_INFINITY;
    const isOver = silence_ms >= Math.min(enough_ms, this.#plan.endpointing_ms);
    if (!prepared || !isOver || now < this.#hold_ms) return {};
    this.#closeTurn(dropped);
    this.#unanswered_ms = null;
    this.#again = null;
    return this.#do(now, prepared, ask);
  }

  /** Asks when the time has come, and carries out the answer. */
  #when(isDue: boolean, about: Ask["about"], now: number, asks: Ask[]): Begun {
    if (!isDue) return {};
    this.#ask ??= { ask: this.#newAsk(about, asks), prepared: null };
    const { prepared, ask } = this.#ask;
    return prepared ? this.#do(now, prepared, ask) : {};
  }

  #do(now: number, prepared: Prepared, ask: Ask): Begun {
    this.#ask = null;
    this.#opened = true;
    if (prepared.speech.length > 0) return { taken: ask, ...this.#begin(now, prepared, ask.about, ask.turn) };
    this.#afterSpeech(now, prepared);
    return { taken: ask };
  }

  #breakInIfDue(now: number, asks: Ask[]): Begun {
    const due = this.#turn?.break_ins[0];
    const rate = this.#plan.interruptions.rate;
    if (due === undefined || !rate || now < due || now < this.#hold_ms) return {};
    if (this.#breakIns >= rate.per_call) return {};
    const breakIn = this.#breakIn;
    if (!breakIn?.prepared) return {};
    this.#turn?.break_ins.shift();
    this.#breakIns++;
    this.#breakIn = null;
    const begun = this.#begin(now, breakIn.prepared, "interruption", breakIn.ask.turn);
    if ((this.#turn?.break_ins.length ?? 0) > 0)
      this.#breakIn = { ask: this.#newAsk("interruption", asks), prepared: null };
    return { taken: breakIn.ask, ...begun, interrupts: true };
  }

  #begin(
    now: number,
    prepared: Prepared,
    about: NonNullable<Utterance["about"]>,
    turn = Math.max(0, this.#turns - 1),
  ): { readonly started: string; readonly began: Utterance } {
    const { text } = prepared;
    const began: Utterance = { speaker: "USER", start_ms: now, end_ms: now, text, turn, about, cut: null };
    this.utterances.push(began);
    const started = `utterance-${this.utterances.length}`;
    this.#saying.begin(started, prepared, began);
    return { started, began };
  }

  #speak(now: number): Pick<Tick, "speech" | "keys" | "completed"> {
    const { ended, ...spoken } = this.#saying.next(now);
    if (!ended || ended.utterance.about === "murmur") return spoken;
    this.#afterSpeech(now + TICK_MS, ended.prepared);
    if (ended.utterance.about === "extension") {
      this.#connected(now + TICK_MS);
      return spoken;
    }
    return { ...spoken, completed: ended.id };
  }

  #countQuiet(speaks: boolean): void {
    this.#quiet_ms = speaks || this.#detector.speaking || this.#turn ? 0 : this.#quiet_ms + TICK_MS;
  }

  #newAsk(about: Ask["about"], asks: Ask[]): Ask {
    const { start_ms: began_ms = this.now_ms, end_ms = this.now_ms } = this.#turn?.utterance ?? {};
    // Earlier turns that were not answered belong to the one that is answered now.
    const start_ms = about === "turn" ? (this.#unanswered_ms ?? began_ms) : began_ms;
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
