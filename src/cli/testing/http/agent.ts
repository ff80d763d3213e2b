/** An agent behind a webhook. */
import type { TestedAgent } from "../agent.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import { excerpt, seconds, Trouble } from "../trouble.ts";
import { type Answer, isPage, posterTo, statusTrouble, unreachable } from "./post.ts";

const START_IT = "; start the agent, or let Parley start it: add agent.command, or `-- <command>`";

export interface HttpAgentOptions {
  readonly url: string;
  /** Its process, if Parley has started it. */
  readonly group?: ProcessGroup | undefined;
  readonly ready_ms?: number | undefined;
  readonly about: string;
  readonly timeout_ms: number;
  /** It can also answer later, through the API. */
  readonly may_answer_later: boolean;
}

export async function httpAgent(options: HttpAgentOptions): Promise<TestedAgent> {
  const { url, group, ready_ms, about, timeout_ms, may_answer_later } = options;
  const { post, close } = await posterTo(url);
  const late = `the agent did not answer within ${seconds(timeout_ms)}`;
  return {
    about,
    ...(ready_ms !== undefined && { ready_ms }),
    async answer({ body, headers, signal }) {
      const answer = await post({ body, headers, signal, timeout_ms, late }).catch((error: unknown) =>
        sayWhy(error, { signal, url, group }),
      );
      refuseOthers(answer, may_answer_later);
      return answer.text;
    },
    over: () => undefined,
    tail: () => group?.tail() ?? [],
    async stop() {
      close();
      await group?.stop();
    },
  };
}

/** @throws Trouble instead of the connection's error, unless the conversation was stopped */
export async function sayWhy(
  error: unknown,
  about: { readonly signal: AbortSignal; readonly url: string; readonly group: ProcessGroup | undefined },
): Promise<never> {
  if (error instanceof Trouble || about.signal.aborted) throw error;
  const how = about.group && (await endOf(about.group));
  const hint = !about.group && (error as NodeJS.ErrnoException).code === "ECONNREFUSED" ? START_IT : "";
  throw new Trouble(
    how ? `the agent ${how}` : `${unreachable(error as NodeJS.ErrnoException, about.url)}${hint}`,
  );
}

/** @throws Trouble if this is not an answer of an agent */
function refuseOthers(answer: Answer, may_answer_later: boolean): void {
  const { status, text } = answer;
  if (status < 200 || status > 299) throw statusTrouble(answer);
  if (isPage(answer))
    throw new Trouble(
      "the agent answered with a web page (HTML) instead of JSON: is the URL the one of its webhook?",
    );
  if (!may_answer_later && !/^\s*\{/.test(text))
    throw new Trouble(
      text.trim() === ""
        ? "the agent answered without a message"
        : `the agent answered with something other than a JSON object: ${JSON.stringify(excerpt(text))}`,
    );
}
