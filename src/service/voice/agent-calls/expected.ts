/** The calls that the agents of a test create. Each conversation waits for one, in an account of its own. */
import type { Conversation } from "../../domain/conversations/conversation.ts";
import { type AgentCall, isRepeated } from "../../domain/runs/agent-call.ts";
import { lineOf } from "../telephone-call.ts";
import type { CallApi, CreateCall } from "./api.ts";
import { CallRefused } from "./refused.ts";

/** What an agent has to ask for. */
export interface ExpectedCall {
  readonly account_sid: string;
  /** The number of the digital human that waits. */
  readonly number: string;
  /** Resolves when the agent has created the call. */
  readonly created: Promise<CreateCall>;
  /** Why its last request was refused. Undefined if none was. */
  refusal(): string | undefined;
}

interface Waiting extends ExpectedCall {
  readonly id: number;
  readonly arrive: (call: CreateCall) => void;
  call: CreateCall | undefined;
  refused: string | undefined;
  told: boolean;
}

export class ExpectedCalls {
  readonly #calls = new Map<number, Waiting>();
  readonly #api: Pick<CallApi, "accountOf">;

  constructor(api: Pick<CallApi, "accountOf">) {
    this.#api = api;
  }

  /** Waits for the call of a conversation. */
  expect(id: number, number: string): ExpectedCall {
    let arrive: Waiting["arrive"] = () => undefined;
    const created = new Promise<CreateCall>((resolve) => {
      arrive = resolve;
    });
    const call: Waiting = {
      id,
      account_sid: this.#api.accountOf(id),
      number,
      created,
      arrive,
      call: undefined,
      refused: undefined,
      told: false,
      refusal: () => call.refused,
    };
    this.#calls.set(id, call);
    return call;
  }

  /**
   * The conversation whose agent asks for a call.
   * @param account in which it does
   * @param read says what it asks for
   * @param named what its company calls an account
   * @throws CallRefused
   */
  create(account: () => string, read: () => CreateCall, named = "account"): number {
    let waiting: Waiting | undefined;
    try {
      const account_sid = account();
      waiting = this.#of(account_sid);
      if (!waiting)
        throw new CallRefused(
          "not_found",
          `No caller waits for the ${named} ${account_sid}; use the one that the process is told in its environment`,
        );
      const call = read();
      const { to } = call.asked;
      if (to !== waiting.number)
        throw new CallRefused(
          "unreachable",
          `Nobody answers ${to}: the caller has ${waiting.number}, as PARLEY_DIAL_NUMBER says`,
        );
      if (waiting.call && isRepeated(waiting.call.asked, call.asked)) return waiting.id;
      if (waiting.call)
        throw new CallRefused(
          "unreachable",
          `${to} has been called already: each process of the command creates one call`,
        );
      waiting.call = call;
      waiting.arrive(call);
      return waiting.id;
    } catch (error) {
      const refused = waiting ? [waiting] : this.#calls.values();
      if (error instanceof CallRefused) for (const waiting of refused) waiting.refused = error.message;
      throw error;
    }
  }

  /** What the agent of a conversation has asked for, if it has. */
  askedFor = (id: number): AgentCall | undefined => this.#calls.get(id)?.call?.asked;

  /** The conversations of an account. */
  idsOf(account_sid: string): number[] {
    const waiting = this.#of(account_sid);
    return waiting?.call ? [waiting.id] : [];
  }

  /** The conversation with what its agent has asked for, as if its run said it. */
  completed(conversation: Conversation): Conversation {
    const { url, asked } = this.#calls.get(conversation.result.id)?.call ?? {};
    if (url === undefined || !asked) return conversation;
    return { ...conversation, line: JSON.stringify({ ...lineOf(conversation), url, asked }) };
  }

  /** The agent has been told that its call is over. */
  told(id: number): void {
    const call = this.#calls.get(id);
    if (call) call.told = true;
  }

  /** Whether the agent has still to be told that its call is over. */
  isTelling(id: number): boolean {
    const { call, told = true } = this.#calls.get(id) ?? {};
    return !told && (call?.asked.callbacks.some(({ events }) => events.includes("completed")) ?? false);
  }

  #of(account_sid: string): Waiting | undefined {
    return [...this.#calls.values()].find((call) => call.account_sid === account_sid);
  }
}
