/**
 * An agent that reads each turn as a line of JSON and writes its answer as a line of JSON. A process has one
 * conversation at a time.
 */
import { isObject } from "../../../contract/is-object.ts";
import { linesOf } from "../../lines.ts";
import type { TestedAgent, Turn } from "../agent.ts";
import { type GroupOptions, type ProcessGroup, startGroup } from "../processes/group.ts";
import { inTime } from "../processes/in-time.ts";
import { untilReady } from "../processes/ready.ts";
import { excerpt, seconds, Trouble } from "../trouble.ts";
import { Histories } from "./history.ts";

export interface LineAgentOptions extends Pick<GroupOptions, "command" | "cwd" | "env"> {
  readonly about: string;
  readonly timeout_ms: number;
  /** What a process writes when it has started. Without it, nobody knows when that is. */
  readonly ready: string | undefined;
  readonly ready_within_ms: number;
  readonly signal: AbortSignal;
}

interface Speaker {
  readonly group: ProcessGroup;
  /** Resolves when it has started, as far as anybody can tell. Rejects with a Trouble if it does not. */
  readonly started: Promise<void>;
  /** Takes the next answer. */
  waiting: ((line: string) => void) | undefined;
  /** Whether it has written other lines since it was asked. */
  wrote_text: boolean;
}

export function lineAgent(options: LineAgentOptions): TestedAgent {
  const { about, timeout_ms, ready, ready_within_ms: within_ms, signal, ...start } = options;
  const idle: Speaker[] = [];
  const all = new Set<Speaker>();
  const busy = new Map<string, Speaker>();
  const histories = new Histories();
  let last: Speaker | undefined;
  let isStopped = false;

  function speakerFor(id: string): Speaker {
    const speaking = busy.get(id);
    if (speaking) return speaking;
    const free = runningOf(idle);
    const speaker = free.pop() ?? begin();
    idle.push(...free);
    busy.set(id, speaker);
    return speaker;
  }

  function begin(): Speaker {
    const group = startGroup({ ...start, speaks: true });
    const started = ready === undefined ? Promise.resolve() : untilReady(group, { ready, within_ms, signal });
    started.catch(() => undefined);
    const speaker: Speaker = { group, started, waiting: undefined, wrote_text: false };
    all.add(speaker);
    void listen(speaker).catch((error: Error) => group.note(error.message));
    return speaker;
  }

  function over(id: string): void {
    const speaker = busy.get(id);
    busy.delete(id);
    histories.forget(id);
    if (!speaker) return;
    // It still owes an answer, which would be taken for one to the next conversation.
    if (speaker.waiting) void speaker.group.stop();
    else idle.push(speaker);
  }

  return {
    about,
    ...(ready !== undefined && {
      async ready(conversations) {
        const free = runningOf(idle);
        while (free.length < conversations && !isStopped) free.push(begin());
        idle.push(...free);
        await Promise.all(free.map(({ started }) => started));
      },
    }),
    async answer(turn) {
      if (turn.is_last) return "";
      // Turns that are still on their way must not start another process.
      if (isStopped) throw new Trouble("the agent was stopped");
      const speaker = speakerFor(turn.simulation_result_id);
      last = speaker;
      await speaker.started;
      const answer = await ask(speaker, withHistory(turn, histories), { timeout_ms, signal: turn.signal });
      histories.answered(turn.simulation_result_id, answer);
      return answer;
    },
    over,
    tail: () => last?.group.tail() ?? [],
    async stop() {
      isStopped = true;
      await Promise.all([...all].map(({ group }) => group.stop()));
    },
  };
}

/** Takes those that run. One that has ended after a conversation, as it may, is replaced. */
const runningOf = (idle: Speaker[]): Speaker[] =>
  idle.splice(0).filter(({ group }) => group.ended() === undefined);

/** The body of a webhook, and what was said until now. */
export function withHistory({ body, simulation_result_id, given }: Turn, histories: Histories): object {
  const fields = JSON.parse(body);
  return {
    ...fields,
    messages: histories.heard(simulation_result_id, String(fields.message ?? ""), given),
  };
}

/** Anything but an object is output: programs write for people too. */
async function listen(speaker: Speaker): Promise<void> {
  for await (const line of linesOf(speaker.group.answers, { name: "the agent's output" })) {
    const { waiting } = speaker;
    if (!waiting || !line.trimStart().startsWith("{")) {
      speaker.group.note(line);
      speaker.wrote_text ||= line.trim() !== "";
      continue;
    }
    speaker.waiting = undefined;
    waiting(line);
  }
}

/** The usual mistake of a first agent: it prints its answer as plain text. */
const NOT_AN_ANSWER =
  ': its last line was not a JSON object, so it counts as output; an answer is a line such as {"message": "…"}';

/** @throws Trouble */
async function ask(
  speaker: Speaker,
  turn: object,
  { timeout_ms, signal }: { readonly timeout_ms: number; readonly signal: AbortSignal },
): Promise<string> {
  const { group } = speaker;
  const answered = new Promise<string>((resolve) => {
    speaker.waiting = resolve;
  });
  speaker.wrote_text = false;
  group.stdin.write(`${JSON.stringify(turn)}\n`);
  const late = `the agent did not answer within ${seconds(timeout_ms)}`;
  const line = await inTime(answered, { ms: timeout_ms, late, group, signal }).catch((error: unknown) => {
    // What an agent that crashed has written says why it crashed.
    const crashed = group.ended()?.startsWith("exited with code 0 ") === false;
    throw error instanceof Trouble && speaker.wrote_text && !crashed
      ? new Trouble(`${error.message}${NOT_AN_ANSWER}`)
      : error;
  });
  if (isJsonObject(line)) return line;
  throw new Trouble(
    `the agent answered with something other than a JSON object: ${JSON.stringify(excerpt(line))}`,
  );
}

function isJsonObject(line: string): boolean {
  try {
    return isObject(JSON.parse(line));
  } catch {
    return false;
  }
}
