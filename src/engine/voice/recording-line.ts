import type { AgentSignal, Ask, CallLine, LinePlan, Prepared, Tick, Utterance } from "./exchange.ts";
import { TICK_MS } from "./pcm.ts";
import { Saying } from "./saying.ts";
import { agentUtterance, HANG_UP_MS, PICK_UP_MS, TURN_MINIMUM_MS } from "./turns.ts";
import { VoiceDetector } from "./voice-detector.ts";

/** Between the greeting and the beep, and between the agent's last sound and the beep. */
const BEEP_MS = 400;
/** The beep comes at the latest this long after the greeting, even if the agent speaks. */
const BEEP_LATEST_MS = 1500;

const DOUBT = "which of its words were recorded is not known";
const OVER_THE_BEEP = `the agent spoke over the beep, and ${DOUBT}`;
const BEFORE_THE_BEEP = `the agent announced words right before the beep, and ${DOUBT}`;

type Begun = Partial<Pick<Tick, "started" | "began" | "taken">>;

/**
 * One side of a call with a voicemail, in steps of 20 ms: greeting, beep, and a recording that ends when the agent has been
 * silent for long enough. The machine gives way to nobody. Pure, like `Line`.
 */
export class RecordingLine implements CallLine {
  readonly #plan: LinePlan;
  readonly #detector = new VoiceDetector();
  readonly #saying = new Saying();
  readonly utterances: Utterance[] = [];
  readonly breakIns = 0;
  #ticks = 0;
  #turns = 0;
  /** The agent's turn that nothing has answered yet. */
  #turn: Utterance | null = null;
  #asks = 0;
  #ask: { readonly ask: Ask; prepared: Prepared | null } | null = null;
  #isStale = false;
  #hasGreeted = false;
  #beep: Utterance | null = null;
  /** The beep is over. */
  #records = false;
  /** When the agent last announced that it speaks. */
  #announced_ms = 0;
  /** When the machine last fell silent, and for how long the agent may be silent from then on. */
  #silent_ms = 0;
  #wake_ms: number;
  /** What the agent has been told that the machine says, until it is told the end. */
  #told: string | null = null;
  #ending: { readonly reason: string; readonly at_ms: number } | null = null;
  #doubt: string | null = null;

  constructor(plan: LinePlan) {
    this.#plan = plan;
    this.#wake_ms = plan.first_wait_ms;
  }

  get now_ms(): number {
    return this.#ticks * TICK_MS;
  }

  get turns(): number {
    return this.#turns;
  }

  get unanswered_ms(): number | null {
    return this.#turn?.start_ms ?? null;
  }

  get doubt(): string | null {
    return this.#doubt;
  }

  answer(id: number, prepared: Prepared): void {
    if (this.#ask?.ask.id === id) this.#ask.prepared = prepared;
  }

  reconsider(): void {
    this.#isStale = true;
  }

  /** A machine interrupts nobody. */
  interject(): void {}

  tick(heard: Int16Array | null, signals: readonly AgentSignal[]): Tick {
    const now = this.now_ms;
    const asks: Ask[] = [];
    const dropped: number[] = [];
    this.#ticks++;
    this.#hear(heard, signals, now);
    const over = this.#endIfDue(now);
    if (over) return { speech: null, asks, dropped, interrupts: false, over };
    const begun = this.#saying.isNow || this.#ending ? {} : this.#decide(now, asks, dropped);
    return { asks, dropped, interrupts: false, ...begun, ...this.#speak(now) };
  }

  end(): void {
    this.#saying.cut(this.now_ms, "interrupted");
  }

  #hear(heard: Int16Array | null, signals: readonly AgentSignal[], now: number): void {
    const { began_ms } = this.#detector.push(heard);
    if (began_ms !== undefined) this.#open(began_ms);
    if (signals.includes("speech.started")) this.#announced_ms = now;
    if (signals.includes("key.pressed")) this.#open(now).end_ms = now;
    if (this.#turn && this.#detector.speaking) this.#turn.end_ms = this.#detector.lastSound_ms;
    // Words without a sound, as when an agent is interrupted at once, are not a message either.
    if (signals.includes("speech.completed") && !this.#records) this.#open(now);
    const [turn, beep] = [this.#turn, this.#beep];
    const beeped_ms = this.#records ? beep?.end_ms : now + TICK_MS;
    if (turn && beep && turn.start_ms < (beeped_ms ?? now) && turn.end_ms > beep.start_ms)
      this.#doubt ??= OVER_THE_BEEP;
  }

  #open(start_ms: number): Utterance {
    if (this.#turn) return this.#turn;
    const turn = agentUtterance(start_ms, this.#turns++);
    this.#turn = turn;
    this.utterances.push(turn);
    return turn;
  }

  #endIfDue(now: number): string | undefined {
    if (this.#ending && now >= this.#ending.at_ms) return this.#ending.reason;
    return now >= this.#plan.max_duration_ms ? "max_duration" : undefined;
  }

  #decide(now: number, asks: Ask[], dropped: number[]): Begun {
    if (!this.#hasGreeted) return now >= PICK_UP_MS ? this.#when("open", now, asks) : {};
    const speaks = this.#detector.speaking;
    const silent_ms = now - this.#silent_ms;
    const quiet_ms = speaks ? 0 : Math.min(silent_ms, now - (this.#turn?.end_ms ?? 0));
    const isDue = this.#beep ? quiet_ms >= this.#wake_ms : quiet_ms >= BEEP_MS || silent_ms >= BEEP_LATEST_MS;
    // A turn that continues over the beep is not answered yet.
    const about = this.#turn && quiet_ms >= BEEP_MS ? "turn" : "silence";
    if (this.#ask && (!isDue || this.#isStale || this.#ask.ask.about !== about)) {
      dropped.push(this.#ask.ask.id);
      this.#ask = null;
    }
    return isDue ? this.#when(about, now, asks) : {};
  }

  /** Asks what it says now, and says it. */
  #when(about: Ask["about"], now: number, asks: Ask[]): Begun {
    if (!this.#ask) {
      this.#ask = { ask: this.#newAsk(about, now), prepared: null };
      this.#isStale = false;
      asks.push(this.#ask.ask);
    }
    const { ask, prepared } = this.#ask;
    return prepared ? this.#do(now, prepared, ask) : {};
  }

  #do(now: number, prepared: Prepared, ask: Ask): Begun {
    this.#ask = null;
    const isBeep = this.#hasGreeted && !this.#beep;
    this.#hasGreeted = true;
    if (ask.about === "turn") {
      // Words that were announced before the beep may be spoken after it.
      if (isBeep && this.#turn && this.#announced_ms >= this.#turn.end_ms) this.#doubt ??= BEFORE_THE_BEEP;
      this.#turn = null;
    }
    const { text, speech } = prepared;
    if (speech.length === 0) {
      this.#fallSilent(now, prepared);
      return { taken: ask };
    }
    const { about, turn } = ask;
    const began: Utterance = { speaker: "USER", start_ms: now, end_ms: now, text, turn, about, cut: null };
    this.utterances.push(began);
    if (isBeep) this.#beep = began;
    const id = `utterance-${this.utterances.length}`;
    this.#saying.begin(id, prepared, began);
    if (this.#told !== null) return { taken: ask, began };
    this.#told = id;
    return { taken: ask, began, started: id };
  }

  #speak(now: number): Pick<Tick, "speech" | "completed"> {
    const { ended, speech } = this.#saying.next(now);
    if (!ended) return { speech };
    this.#fallSilent(now + TICK_MS, ended.prepared);
    this.#records ||= ended.utterance === this.#beep;
    const completed = this.#told;
    // The beep belongs to the greeting: an agent that waits for the end of what is said waits for it.
    if (ended.utterance.about === "open" || completed === null) return { speech };
    this.#told = null;
    return { speech, completed };
  }

  #fallSilent(now: number, { end, wake_ms }: Prepared): void {
    this.#silent_ms = now;
    this.#wake_ms = wake_ms;
    if (end !== null) this.#ending = { reason: end, at_ms: now + HANG_UP_MS };
  }

  #newAsk(about: Ask["about"], now: number): Ask {
    const {
      start_ms: from_ms = now,
      end_ms = now,
      turn = this.#turns,
    } = (about === "turn" && this.#turn) || {};
    return {
      id: ++this.#asks,
      about,
      turn,
      from_ms,
      to_ms: Math.max(end_ms, from_ms + TURN_MINIMUM_MS),
      at_ms: now,
    };
  }
}
