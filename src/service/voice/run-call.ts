import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { StatedVersions } from "../../contract/rules/tested-versions.ts";
import { turnRng } from "../../engine/random.ts";
import type { Ask, Prepared } from "../../engine/voice/exchange.ts";
import { heardKeywords, heardSituation } from "../../engine/voice/interruptions.ts";
import { pressKeys } from "../../engine/voice/keys.ts";
import type { VoicePlan } from "../../engine/voice/voice-plan.ts";
import type { Pieces } from "../blobs/blobs.ts";
import type { TargetPolicy } from "../network/target.ts";
import type { AgentWords, Words } from "./agent-words.ts";
import type { CallEnd, CallLog } from "./call-log.ts";
import type { CallerDecisions, Decision } from "./caller-decisions.ts";
import type { Lines, RunningLine } from "./line/lines.ts";
import type { FromLine, HeardTurn, LineEnd } from "./line/messages.ts";
import { wavOf } from "./line/recorder.ts";
import { makeSamplesFolder } from "./samples.ts";
import type { Speech } from "./speech/speech.ts";
import type { LineAddress } from "./transports/address.ts";
import { DialFailure } from "./transports/transport.ts";

const LOOK_FOR_END_MS = 1000;
/** How long it waits if nothing says how long: for the rest of a call that is about to end. */
const WAKE_MS = 30_000;
const WARM_UP = "Hello.";

export interface CallSetup {
  readonly mind: CallerDecisions;
  readonly plan: VoicePlan;
  readonly seed: string;
  readonly speech: Speech;
  /** The lines of the organization. */
  readonly lines: Lines;
  readonly words: AgentWords;
  /** Which targets are allowed. */
  readonly policy: TargetPolicy;
  readonly max_duration_ms: number;
  /** The digital human calls the agent, so it presses its extension. */
  readonly calls_agent: boolean;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
  /** The agent's address. */
  address(): Promise<LineAddress>;
  /**
   * The agent has answered: the clock of the line began this many milliseconds ago. Reports of the agent
   * count from then too.
   */
  begun(ago_ms: number): Promise<void>;
  /** The first word of the call has been said. */
  spoken(): void;
  /** The agent has said which versions it runs. */
  stated(stated: StatedVersions): Promise<void>;
  /** Why the conversation was ended from outside, if it was. */
  endedElsewhere(): Promise<string | undefined>;
}

export type FinishedCall = Omit<CallLog, "dialect" | "url" | "detail" | "close_code"> & {
  readonly end: CallEnd;
};

/**
 * Conducts one call from dialling to hanging up. Its line runs in a thread of its organization; what the digital human decides
 * and says is prepared here.
 * @param keep stores the recording of the call
 * @throws DialFailure, or the reason of `signal`
 */
export async function runCall<T>(
  setup: CallSetup,
  keep: (wav: Pieces) => Promise<T>,
): Promise<FinishedCall & { readonly recording: T }> {
  const { mind, plan, signal, seed, speech, lines, words, policy, max_duration_ms } = setup;
  const opening = await mind.decide("open", undefined, { at_ms: 0, heard_ms: 0 }, signal);
  const [noise, spoken, address, murmurs] = await Promise.all([
    plan.noise && plan.effects.snr_db !== null ? speech.noise(plan.noise) : null,
    speech.render(opening.action.say ?? "", plan.speaker, signal),
    setup.address(),
    Promise.all(
      plan.murmurs.map(async (text) => ({ text, speech: await speech.render(text, plan.speaker, signal) })),
    ),
    // Loads everything needed before the clock starts.
    speech.render(WARM_UP, plan.speaker, signal),
  ]);
  const folder = await makeSamplesFolder();
  try {
    const file = join(folder, "samples");
    const line = lines.begin({
      address,
      policy,
      plan: {
        seed,
        endpointing_ms: plan.endpointing_ms,
        interruptions: plan.interruptions,
        speaks_first: spoken.length > 0,
        first_wait_ms: opening.action.wake_after_ms ?? WAKE_MS,
        extension: extensionOf(setup),
        max_duration_ms,
        murmurs,
        machine: mind.machine ?? null,
      },
      effects: plan.effects,
      noise,
      file,
      wants_audio: words.wantsAudio,
    });
    const hasKeys = address.telephone !== null;
    const { recorded, ...made } = await new Conversation(setup, line, opening, spoken, hasKeys).run();
    return { ...made, recording: await keep(wavOf(file, recorded)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What it presses to reach an agent. An agent that has called it is already there. */
function extensionOf({ plan: { extension }, calls_agent }: CallSetup) {
  if (extension === "" || !calls_agent) return null;
  const { sound, presses } = pressKeys(extension);
  return { text: extension, speech: sound, presses };
}

/** Somebody has ended the conversation before the agent was reached. */
export class EndedEarly extends Error {
  readonly end_reason: string;

  constructor(end_reason: string) {
    super("the conversation was ended while its agent was dialled");
    this.end_reason = end_reason;
  }
}

class Conversation {
  readonly #setup: CallSetup;
  readonly #running: RunningLine;
  readonly #opening: Decision;
  readonly #openingSpeech: Int16Array;
  readonly #hasKeys: boolean;
  readonly #work = new Map<number, AbortController>();
  readonly #decisions = new Map<number, Decision>();
  /** The agent's words by turn that was answered. Undefined if they are unknown. */
  readonly #answered = new Map<number, Words | undefined>();
  /** What the agent says about its versions is stored before the call is over. */
  readonly #stating: Promise<void>[] = [];
  #keywordTexts = 0;
  #failure: Error | undefined;
  #ended: string | undefined;

  /** @param hasKeys whether the line has keys; otherwise they are spoken */
  constructor(
    setup: CallSetup,
    running: RunningLine,
    opening: Decision,
    openingSpeech: Int16Array,
    hasKeys: boolean,
  ) {
    this.#setup = setup;
    this.#running = running;
    this.#opening = opening;
    this.#openingSpeech = openingSpeech;
    this.#hasKeys = hasKeys;
  }

  async run(): Promise<FinishedCall & { readonly recorded: number }> {
    const { mind, signal } = this.#setup;
    const stop = () => this.#running.tell({ kind: "end" });
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    const looking = setInterval(() => void this.#lookForEnd(), LOOK_FOR_END_MS);
    try {
      const end = await this.#running.ended((message) => this.#hear(message));
      signal.throwIfAborted();
      if (end.kind === "failed" && end.how !== null) throw new DialFailure(end.how, end.message);
      if (end.kind === "failed")
        throw this.#ended === undefined ? new Error(end.message) : new EndedEarly(this.#ended);
      await Promise.all(this.#stating);
      if (end.unanswered) await this.#lastWords(end, end.unanswered);
      await mind.stored();
      return this.#conducted(end);
    } finally {
      clearInterval(looking);
      signal.removeEventListener("abort", stop);
      for (const work of this.#work.values()) work.abort();
      await mind.stored().catch(() => undefined);
    }
  }

  #hear(message: FromLine): void {
    switch (message.kind) {
      case "answered":
        this.#begin(message.at);
        break;
      case "ask":
        void this.#prepare(message.ask, message.heard);
        break;
      case "dropped":
        for (const id of message.ids) {
          this.#work.get(id)?.abort();
          this.#decisions.delete(id);
        }
        break;
      case "did":
        this.#act(message);
        break;
      case "told":
        void this.#hearCues(message);
        break;
      case "stated":
        this.#stating.push(this.#setup.stated(message.stated).catch((error) => this.#fail(error)));
        break;
      case "spoken":
        this.#setup.spoken();
    }
  }

  /** Ends the call, because something that it needs has failed. */
  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.#running.tell({ kind: "end" });
  }

  #begin(at: number): void {
    if (this.#openingSpeech.length === 0) this.#setup.mind.act(this.#opening, 0);
    this.#setup.begun(Date.now() - at).catch((error) => this.#fail(error));
  }

  /**
   * Prepares an interruption if the agent says a keyword, or does what a contextual interruption waits for.
   */
  async #hearCues({ text, at_ms, turn }: Extract<FromLine, { kind: "told" }>): Promise<void> {
    const { mind, plan, seed } = this.#setup;
    const rng = turnRng(seed, "voice/keywords", this.#keywordTexts++);
    const { language } = mind.caller;
    const cues = heardKeywords(plan.interruptions, text, language, rng);
    const after_ms = heardSituation(plan.interruptions, text, language);
    if (after_ms !== undefined) cues.push({ response: mind.interruption(turn), after_ms });
    try {
      for (const { response, after_ms } of cues) {
        const prepared = await this.#breakIn(response);
        if (prepared.speech.length > 0)
          this.#running.tell({ kind: "interject", due_ms: at_ms + after_ms, prepared });
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #breakIn(text: string, signal = this.#setup.signal): Promise<Prepared> {
    const { plan, speech } = this.#setup;
    return { text, speech: await speech.render(text, plan.speaker, signal), end: null, wake_ms: WAKE_MS };
  }

  #act({ ask, text, at_ms }: Extract<FromLine, { kind: "did" }>): void {
    const { mind } = this.#setup;
    const decision = ask ? this.#decisions.get(ask.id) : undefined;
    if (!ask || !decision) {
      // It speaks without a decision, because it interrupts.
      if (text !== "") mind.utter(text, at_ms);
      return;
    }
    this.#decisions.delete(ask.id);
    if (ask.about === "turn") this.#answered.set(ask.turn, decision.words);
    mind.act(decision, at_ms);
  }

  /** Prepares what the digital human does next. The line starts it when its time has come. */
  async #prepare(ask: Ask, heard: HeardTurn | null): Promise<void> {
    const work = new AbortController();
    this.#work.set(ask.id, work);
    const signal = AbortSignal.any([work.signal, this.#setup.signal]);
    try {
      const prepared = await this.#prepared(ask, heard, signal);
      if (!signal.aborted) this.#running.tell({ kind: "answer", id: ask.id, prepared });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      this.#work.delete(ask.id);
    }
  }

  async #prepared(ask: Ask, heard: HeardTurn | null, signal: AbortSignal): Promise<Prepared> {
    const { mind, plan, speech, words } = this.#setup;
    if (ask.about === "open" && !mind.state) {
      this.#decisions.set(ask.id, this.#opening);
      return preparedOf(this.#opening, this.#openingSpeech);
    }
    if (ask.about === "interruption") return this.#breakIn(mind.interruption(ask.turn), signal);
    const said = heard ? await words.of(heard, signal) : undefined;
    signal.throwIfAborted();
    const times = { at_ms: ask.at_ms, heard_ms: ask.from_ms };
    const decision = await mind.decide(ask.about, said, times, signal);
    this.#decisions.set(ask.id, decision);
    const { keys, say = "" } = decision.action;
    if (!keys || !this.#hasKeys) return preparedOf(decision, await speech.render(say, plan.speaker, signal));
    const { sound, presses } = pressKeys(say);
    return { ...preparedOf(decision, sound), presses };
  }

  /** The agent's last words may be what the digital human wanted to hear, unless it had hung up before. */
  async #lastWords(
    { duration_ms: at_ms, closed }: LineEnd,
    { turn, heard }: NonNullable<LineEnd["unanswered"]>,
  ): Promise<void> {
    const { mind, words, signal } = this.#setup;
    const said = await words.of(heard, signal);
    this.#answered.set(turn, said);
    if (!said || !mind.state || (closed?.end_reason ?? this.#ended) !== "hung_up_by_agent") return;
    mind.hearLast(await mind.decide("turn", said, { at_ms, heard_ms: heard.from_ms }, signal));
  }

  async #lookForEnd(): Promise<void> {
    try {
      this.#ended ??= await this.#setup.endedElsewhere();
      if (this.#ended !== undefined) this.#running.tell({ kind: "end" });
    } catch (error) {
      this.#fail(error);
    }
  }

  #conducted(end: LineEnd): FinishedCall & { readonly recorded: number } {
    const { duration_ms, utterances, interruptions, remarks, frames, recorded } = end;
    const answers = [...this.#answered.values()].filter((words) => words !== undefined);
    return {
      duration_ms,
      timeline: this.#timeline(utterances),
      words_from: answers.at(-1)?.source ?? null,
      interruptions,
      remarks,
      frames,
      recorded,
      end: this.#end(end),
    };
  }

  #timeline(utterances: LineEnd["utterances"]): CallLog["timeline"] {
    return utterances.map(({ speaker, start_ms, end_ms, text, turn, about, cut }) => ({
      speaker,
      start_offset_ms: start_ms,
      end_offset_ms: end_ms,
      text: speaker === "AGENT" ? this.#agentText(turn) : text,
      about,
      cut,
    }));
  }

  /** The words of an unanswered turn are in the next answered one. */
  #agentText(turn: number): string | null {
    if (this.#answered.has(turn)) return this.#answered.get(turn)?.text ?? null;
    const next = Math.min(...[...this.#answered.keys()].filter((answered) => answered > turn));
    return this.#answered.get(next) ? "" : null;
  }

  #end({ reason, closed, doubt: inDoubt }: LineEnd): CallEnd {
    const failure = this.#failure?.message;
    if (failure !== undefined)
      return { end_reason: "internal_error", inconclusive: failure, detail: failure, close_code: null };
    const end_reason = reason ?? this.#ended;
    if (end_reason !== undefined)
      return { end_reason, inconclusive: inDoubt, detail: inDoubt, close_code: null };
    const { end_reason: how = "connection_lost", code = null, reason: detail = "" } = closed ?? {};
    const hungUp = how === "hung_up_by_agent";
    return {
      end_reason: how,
      inconclusive: hungUp ? inDoubt : detail,
      may_be_wordless: hungUp && this.#setup.mind.machine === "voicemail",
      detail,
      close_code: code,
    };
  }
}

function preparedOf({ action }: Decision, speech: Int16Array): Prepared {
  const { say = "", end, wake_after_ms = WAKE_MS } = action;
  return { text: say, speech, end: end?.end_reason ?? null, wake_ms: wake_after_ms };
}
