/** Holds the conversations of a bisection with a service. A text that no version has becomes one for a while. */
import type { Client } from "../../../client/client.ts";
import { Failure, usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { describeEvidence, type GatheredEvidence, gatherEvidence } from "../../release/version-evidence.ts";
import { type ConversationToHold, holdConversation, type Read } from "../sim/shared/hold-conversation.ts";
import { reasonsOf } from "../sim/shared/shrink-result.ts";
import type { Conversed, Prompt } from "./shared/bisect-search.ts";

export interface Caller {
  readonly agent_id: number;
  readonly simulation_id: number;
  readonly digital_human_id: number;
  readonly name: string;
}

interface Named {
  readonly digital_human: number;
  readonly simulation: number | undefined;
  readonly agent: number | undefined;
}

/** The digital human, and the simulation in which it speaks with the agent. @throws Failure (usage) if there is none */
export async function callerOf(
  context: Context,
  { digital_human, simulation, agent }: Named,
): Promise<Caller> {
  const where = `--digital-human ${digital_human}`;
  const params = { digital_human_id: digital_human };
  const { digital_human: record, simulation_ids } = await context.read("get_digital_human", { params });
  if ((record.journey_steps ?? []).length > 0)
    throw usage("it makes the calls of a customer journey, which depend on each other", {
      where,
      hint: "take the caller of one call alone: `parley dh create`",
    });
  const { agent: set_agent } = await context.settings();
  // A simulation that is named says which agent it is.
  const isNamed = agent !== undefined || (set_agent !== undefined && simulation === undefined);
  const agent_id = isNamed ? await context.agent(agent) : undefined;
  const others: string[] = [];
  for (const simulation_id of simulation === undefined ? (simulation_ids ?? []) : [simulation]) {
    const answer = await context.read("get_simulation", { params: { simulation_id } });
    const its = Number(answer.agent_id);
    const name = record.name ?? `digital human ${digital_human}`;
    if (agent_id === undefined || its === agent_id)
      return { agent_id: its, simulation_id, digital_human_id: digital_human, name };
    others.push(`simulation ${simulation_id} is of agent ${its}`);
  }
  throw usage(
    others.length === 0
      ? "it belongs to no simulation, so there is no agent to speak with"
      : `it has no simulation of agent ${agent_id}: ${others.join(", ")}`,
    { where, hint: "name one with --simulation, and its agent with --agent" },
  );
}

interface Bounds {
  readonly max_conversations: number;
  /** In seconds. */
  readonly max_time: number;
  readonly poll: number;
  tell(text: string): Promise<void>;
}

interface Holder {
  hold(prompt: Prompt, says: string): Promise<Conversed | undefined>;
  readonly conversations: () => number;
  /** Versions that were created and deleted again. */
  readonly temporary: () => readonly number[];
  /** What ended the search before it was over. */
  readonly stopped: () => string | null;
  /** What shows that the agent ran the versions. */
  readonly evidence: () => GatheredEvidence;
}

export interface Run extends Omit<ConversationToHold, "prompt_id" | "digital_human_id"> {
  readonly seed: string;
}

/**
 * @param client one that Ctrl-C does not stop, so that what was created is also deleted
 * @param about what temporary versions say of themselves
 */
export function holderOf(
  context: Context,
  { agent_id, digital_human_id }: Caller,
  {
    run,
    client,
    about,
    ...bounds
  }: Bounds & { readonly run: Run; readonly client: Client; readonly about: string },
): Holder {
  const { max_conversations, max_time, poll, tell } = bounds;
  const end = performance.now() + max_time * 1000;
  const held: Read[] = [];
  const temporary: number[] = [];
  let count = 0;
  let stopped: string | null = null;

  const holdWith = async (prompt_id: string, version: number | null): Promise<Conversed | undefined> => {
    const left = Math.max(1, (end - performance.now()) / 1000);
    count++;
    const { conversation, is_down } = await holdConversation(
      context,
      { ...run, digital_human_id, prompt_id },
      { max_time: left, poll },
    );
    if (is_down) throw new Failure("failed", `agent ${agent_id} did not take part: it cannot be reached`);
    if (!conversation) {
      stopped = `${max_time} s`;
      return undefined;
    }
    held.push(conversation);
    requireVersion(conversation, version);
    return conversedIn(conversation);
  };

  const withVersion = async (text: string): Promise<Conversed | undefined> => {
    const body = { prompt_text: text, commit_message: about };
    const made = await client.call("create_prompt_version", { params: { agent_id }, body });
    temporary.push(made.version);
    try {
      return await holdWith(String(made.id), made.version);
    } finally {
      await client
        .call("delete_prompt_version", { params: { agent_id, version: made.version } })
        .catch((error: Error) =>
          context.terminal.alert(
            `warning: could not delete the temporary version ${made.version} (${error.message}); delete it with \`parley prompts delete-version ${made.version} --agent ${agent_id}\``,
          ),
        );
    }
  };

  return {
    async hold({ text, id, version }, says) {
      context.signal.throwIfAborted();
      if (count >= max_conversations) stopped = `${max_conversations} conversations`;
      else if (performance.now() >= end) stopped = `${max_time} s`;
      if (stopped !== null) return undefined;
      await tell(`conversation ${count + 1} of at most ${max_conversations}: ${says}`);
      return id === null ? withVersion(text) : holdWith(id, version);
    },
    conversations: () => count,
    temporary: () => temporary,
    stopped: () => stopped,
    evidence: () => gatherEvidence("prompt", held),
  };
}

/** A conversation with another version says nothing. @throws Failure (gate) */
function requireVersion(conversation: Read, version: number | null): void {
  const gathered = gatherEvidence("prompt", [conversation]);
  if (gathered.evidence === "mismatch" && version !== null)
    throw new Failure("gate", describeEvidence("prompt", version, gathered), {
      where: `conversation ${conversation.id}`,
      hint: "`parley docs releases` says how an agent gets its version",
    });
}

function conversedIn(conversation: Read): Conversed {
  const { id, outcome, evaluation } = conversation;
  return {
    id,
    reasons: reasonsOf(conversation),
    criteria: evaluation?.verdicts?.map(({ name }) => name) ?? null,
    is_judged: outcome === "passed" || outcome === "failed",
  };
}
