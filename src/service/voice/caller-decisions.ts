import type { Caller } from "../../engine/caller/caller.ts";
import { languageOf } from "../../engine/caller/language.ts";
import { type Machine, machineOf } from "../../engine/caller/machine.ts";
import type { Action, CallerState } from "../../engine/caller/state.ts";
import { turnRng } from "../../engine/random.ts";
import { attended } from "../../engine/transcript/attended.ts";
import type { Ask } from "../../engine/voice/exchange.ts";
import { loadCaller, rngOf } from "../domain/conversations/caller.ts";
import type { Conversation } from "../domain/conversations/conversation.ts";
import { addSpoken, callsSince, takePending } from "../domain/conversations/entries.ts";
import { type CallerEvent, react } from "../domain/conversations/react.ts";
import { askModel } from "../domain/conversations/speak.ts";
import { storeStep } from "../domain/conversations/step.ts";
import type { Store } from "../store/store.ts";
import type { Words } from "./agent-words.ts";
import type { Calling } from "./voice.ts";

/** A decision that has not been carried out. If the agent continues to speak, it is dropped. */
export interface Decision {
  /** What it reacts to. */
  readonly event: CallerEvent;
  readonly at_ms: number;
  readonly action: Action;
  readonly state: CallerState;
  readonly words: Words | undefined;
  /** When the agent began the turn that this answers. */
  readonly heard_ms: number;
}

/**
 * The digital human of a call makes its decisions here. A decision is made in advance, and stored when it is
 * carried out.
 */
export class CallerDecisions {
  readonly #service: Calling;
  readonly #conversation: Conversation;
  readonly #caller: Caller;
  readonly #digitalHuman: Awaited<ReturnType<typeof loadCaller>>["digital_human"];
  /** Which machine it is. Undefined if it is a person. */
  readonly machine: Machine | undefined;
  readonly #said: { role: string; utterance: string }[] = [];
  #state: CallerState | undefined;
  #storing: Promise<unknown> = Promise.resolve();

  private constructor(
    service: Calling,
    conversation: Conversation,
    loaded: Awaited<ReturnType<typeof loadCaller>>,
  ) {
    this.#service = service;
    this.#conversation = conversation;
    this.#caller = loaded.caller;
    this.machine = machineOf(loaded.caller);
    this.#digitalHuman = loaded.digital_human;
  }

  static async of(service: Calling, conversation: Conversation): Promise<CallerDecisions> {
    return new CallerDecisions(service, conversation, await loadCaller(service.db, conversation.result));
  }

  get digitalHuman() {
    return this.#digitalHuman;
  }

  get caller(): Caller {
    return this.#caller;
  }

  get state(): CallerState | undefined {
    return this.#state;
  }

  /** Decides what to do now. @param words the agent's words in the turn that it answers, if known */
  async decide(
    about: Exclude<Ask["about"], "interruption">,
    words: Words | undefined,
    { at_ms, heard_ms }: Pick<Decision, "at_ms" | "heard_ms">,
    signal: AbortSignal,
  ): Promise<Decision> {
    const event = await this.#event(about, words, at_ms, signal);
    const { action, state } = react(
      { caller: this.#caller, state: this.#state, at_ms, rng: this.#rng() },
      event,
    );
    return { event, at_ms, action, state, words: about === "turn" ? words : undefined, heard_ms };
  }

  /** What it says as it interrupts the agent. */
  interruption(turn: number): string {
    const { result } = this.#conversation;
    const ways = languageOf(this.#caller.language).phrases.repeat;
    const rng = turnRng(
      result.seed,
      `voice/interruption/${result.digital_human_id}/${result.repetition}`,
      turn,
    );
    return ways[Math.floor(rng() * ways.length)] ?? "";
  }

  /** Stores a decision that is being carried out, in order. @param spoken_ms when it begins to speak */
  act({ event, at_ms, action, state, words, heard_ms }: Decision, spoken_ms: number): void {
    this.#state = state;
    const { say = "" } = action;
    if (words) this.#said.push({ role: "AGENT", utterance: words.text });
    if (say !== "") this.#said.push({ role: "USER", utterance: say });
    const { result } = this.#conversation;
    this.#store(async (transaction) => {
      if (words?.source === "report") await takePending(transaction, result.id);
      else if (words && words.text !== "")
        await addSpoken(transaction, this.#conversation, {
          role: "AGENT",
          message: words.text,
          start_offset_ms: heard_ms,
        });
      await storeStep(transaction, result.id, event, at_ms, action, state);
      if (say !== "")
        await addSpoken(transaction, this.#conversation, {
          role: "USER",
          message: say,
          start_offset_ms: spoken_ms,
        });
    });
  }

  /** Records the agent's last words as it hangs up, when there is no time left to answer. */
  hearLast({ event, at_ms, state, action, words, heard_ms }: Decision): void {
    this.#state = state;
    const { result } = this.#conversation;
    this.#store(async (transaction) => {
      if (words?.source === "report") await takePending(transaction, result.id);
      else if (words)
        await addSpoken(transaction, this.#conversation, {
          role: "AGENT",
          message: words.text,
          start_offset_ms: heard_ms,
        });
      await storeStep(transaction, result.id, event, at_ms, action, state);
    });
  }

  /** Adds words that it says without a decision. */
  utter(message: string, start_offset_ms: number): void {
    this.#said.push({ role: "USER", utterance: message });
    this.#store((transaction) =>
      addSpoken(transaction, this.#conversation, { role: "USER", message, start_offset_ms }),
    );
  }

  /** Resolves when everything is stored. Rejects if anything could not be stored. */
  stored(): Promise<unknown> {
    return this.#storing;
  }

  #store(change: Parameters<Store["write"]>[0]): void {
    this.#storing = this.#storing.then(() => this.#service.write(change));
    // `stored` reports it.
    this.#storing.catch(() => undefined);
  }

  async #event(
    about: "open" | "turn" | "silence",
    words: Words | undefined,
    at_ms: number,
    signal: AbortSignal,
  ): Promise<CallerEvent> {
    // A machine does not ask again: what it did not understand is a choice that it does not have.
    if (this.machine && about !== "open" && !words) return { event: "message", heard: "" };
    if (about !== "turn") return { event: about };
    if (!words) return { event: "unheard" };
    const heard = attended(words.text);
    const state = this.#state;
    const calls = state
      ? await callsSince(this.#service.db, this.#conversation.result.id, this.#caller, state)
      : [];
    if (!this.#service.model || !state) return { event: "message", heard, calls };
    const question = {
      digital_human: this.#digitalHuman,
      said: [...this.#said, { role: "AGENT", utterance: heard }],
      caller: this.#caller,
      state,
      at_ms,
      rng: this.#rng(),
      message: heard,
    };
    return { event: "message", heard, calls, ...(await askModel(this.#service, question, signal)) };
  }

  #rng() {
    return rngOf(this.#conversation.result, this.#state);
  }
}
