/** The turns of a test whose callers write: each is taken to the agent, and its answer is checked. */
import type { Said } from "../../../manifest/scripted-callers.ts";
import type { TestedAgent } from "../../../testing/agent.ts";
import type { Exchanges } from "../../../testing/results/exchanges.ts";
import { unreadIn } from "../../../testing/results/unread.ts";
import { Trouble } from "../../../testing/trouble.ts";

/** Takes a turn of a caller to the agent. */
export type Deliver = (post: {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<{ readonly status: number; readonly text: string | undefined }>;

interface Checked {
  readonly bodies: readonly { readonly end_conversation?: boolean | null | undefined }[];
}

export interface TurnsOptions {
  /** What the service reads in an answer. Undefined if it has no message. */
  check(simulation_result_id: number, text: string): Checked | { readonly error: string } | undefined;
  /** What was said before the conversation, if anything. */
  givenTo(simulation_result_id: string): Promise<readonly Said[]>;
  readonly may_answer_later: boolean;
  /** Gets what kept the agent from a conversation, by the id of its result. */
  readonly troubles: Map<string, string>;
  readonly exchanges: Exchanges;
  tell(text: string): void;
}

/** The status that makes the service give up on the agent at once. */
const GONE = { status: 410, text: "" };

export class Turns {
  /** Undefined until it has started, and if callers speak with it. */
  agent: TestedAgent | undefined;
  /** What agents that may answer later have sent instead of an answer, by the id of the result. */
  readonly unread = new Map<string, string>();
  readonly #options: TurnsOptions;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  readonly deliver: Deliver = async ({ body, headers, signal }) => {
    const { exchanges, troubles, givenTo } = this.#options;
    const simulation_result_id = headers["x-simulation-result-id"] ?? "";
    const { end_conversation, message } = JSON.parse(body);
    const is_last = end_conversation === true;
    try {
      const given = await givenTo(simulation_result_id);
      const turn = { simulation_result_id, body, headers, is_last, given, signal };
      const text = (await this.agent?.answer(turn)) ?? "";
      const answer = this.#check(simulation_result_id, text);
      if (!answer && !is_last) this.#notAnswered(simulation_result_id, text);
      exchanges.add(simulation_result_id, message, text);
      if (is_last || answer?.bodies.some(({ end_conversation }) => end_conversation))
        this.agent?.over(simulation_result_id);
      return { status: 200, text };
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.agent?.over(simulation_result_id);
      // The caller hangs up, and ignores what the agent does now.
      if (!is_last) troubles.set(simulation_result_id, error.message);
      return is_last ? { status: 200, text: "" } : GONE;
    }
  };

  /** @throws Trouble if the service does not accept it */
  #check(simulation_result_id: string, text: string): Checked | undefined {
    const answer = this.#options.check(Number(simulation_result_id), text);
    if (answer && "error" in answer)
      throw new Trouble(answer.error.replace(/^the answer/, "the agent's answer"));
    return answer;
  }

  /** @throws Trouble if the agent cannot answer in another way */
  #notAnswered(simulation_result_id: string, text: string): void {
    const why = unreadIn(text);
    if (why === undefined) return;
    if (!this.#options.may_answer_later) throw new Trouble(`the agent has not answered: ${why}`);
    this.unread.set(simulation_result_id, why);
    this.#options.tell(`waiting for an answer through the API; ${why}`);
  }
}
