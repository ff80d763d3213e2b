/** A conversation in which this program is the agent: it sends messages one after the other and receives replies. */
import { EventEmitter, once } from "node:events";
import type { Answer as ApiAnswer, Lenient } from "../../contract/types.ts";
import type { Message } from "./message.ts";
import type { Reply } from "./reply.ts";

export type Answer = Lenient<ApiAnswer<"send_http_text_message">>;

/** Called with each event, in the order of the conversation. */
export interface Observer {
  sent?(message: Message, answer: Answer): Promise<void>;
  /** `latency_ms` is the time since the turn that this replies to was sent. */
  heard?(reply: Reply, latency_ms: number | undefined): Promise<void>;
  ended?(reason: string | undefined): Promise<void>;
}

export interface SessionOptions {
  send(message: Message): Promise<Answer>;
  /** Why the conversation is over, if whoever ended it did not say. */
  whyOver?(): Promise<string | undefined>;
  /** Milliseconds on a clock that is never set back. */
  now(): number;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #observers: Observer[] = [];
  readonly #changes = new EventEmitter();
  /** message_ids of replies. A reply that arrives twice, or in two ways, counts once. */
  readonly #heard = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #turn: { readonly began: number; answered: boolean } | undefined;
  #replies: Reply[] = [];
  #isOver = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  observe(observer: Observer): void {
    this.#observers.push(observer);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether a finished turn of the agent is still waiting for its reply. */
  get isWaiting(): boolean {
    return this.#turn?.answered === false && !this.#isOver;
  }

  /** The replies since the agent's last finished turn. */
  get replies(): readonly Reply[] {
    return this.#replies;
  }

  /**
   * Sends a message once the earlier ones have been answered. Rejects with the reason if the service does not
   * accept it.
   */
  send(message: Message): Promise<Answer> {
    return this.#inOrder(async () => {
      const before = { turn: this.#turn, replies: this.#replies };
      if (isTurn(message)) {
        this.#turn = { began: this.#options.now(), answered: false };
        this.#replies = [];
        this.#changes.emit("change");
      }
      const answer = await this.#options.send(message).catch((error: unknown) => {
        this.#turn = before.turn;
        this.#replies = before.replies;
        throw error;
      });
      await this.#tell((observer) => observer.sent?.(message, answer));
      if (answer.end_conversation) await this.#end(undefined);
      return answer;
    });
  }

  /** Accepts a reply from any source. */
  hear(reply: Reply): Promise<void> {
    const at = this.#options.now();
    return this.#inOrder(async () => {
      const { message_id } = reply;
      if (message_id !== null && this.#heard.has(message_id)) return;
      if (message_id !== null) this.#heard.add(message_id);
      if (reply.message !== "") {
        const latency_ms = this.isWaiting && this.#turn ? Math.max(0, at - this.#turn.began) : undefined;
        if (this.#turn) this.#turn.answered = true;
        this.#replies.push(reply);
        await this.#tell((observer) => observer.heard?.(reply, latency_ms));
      }
      if (reply.end_conversation) await this.#end(undefined);
      this.#changes.emit("change");
    });
  }

  /** Records that the conversation is over. */
  end(reason: string | undefined): Promise<void> {
    return this.#inOrder(() => this.#end(reason));
  }

  /**
   * Waits until a condition is true, but no longer than `within_ms`. Returns false if it is still not true.
   * @throws the reason of the signal, at Ctrl-C
   */
  async until(condition: () => boolean, within_ms: number): Promise<boolean> {
    const { signal } = this.#options;
    const timeOver = new AbortController();
    const timer = setTimeout(() => timeOver.abort(), within_ms);
    try {
      while (!condition() && !timeOver.signal.aborted)
        await once(this.#changes, "change", { signal: AbortSignal.any([signal, timeOver.signal]) }).catch(
          () => signal.throwIfAborted(),
        );
      return condition();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when everything up to now has been reported. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #end(reason: string | undefined): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#changes.emit("change");
    const why = reason ?? (await this.#options.whyOver?.());
    await this.#tell((observer) => observer.ended?.(why));
  }

  async #tell(notify: (observer: Observer) => Promise<void> | undefined): Promise<void> {
    for (const observer of this.#observers) await notify(observer);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/**
 * The agent's messages that remain when its last turn and everything belonging to that turn are taken back.
 */
export const withoutLastTurn = (sent: readonly Message[]): Message[] =>
  sent.slice(0, sent.slice(0, -1).findLastIndex(isTurn) + 1);

/** Whether the digital human replies to it. */
const isTurn = ({ type, end_turn, end_conversation }: Message) =>
  type !== "tool_call" && end_turn !== false && end_conversation !== true;
