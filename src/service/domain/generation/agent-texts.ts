import type { Kysely } from "kysely";
import { AGENT_TEXT_MAXIMUM, BRIEF_MAXIMUM, GENERATION_MAXIMUM } from "../../../contract/limits.ts";
import type { Output } from "../../../contract/types.ts";
import type { AgentTexts } from "../../../engine/policies/agent-texts.ts";
import { Refused } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { knowledgeOf } from "../documents/knowledge.ts";
import { PRODUCTION } from "../labels/reserved.ts";
import { KNOWLEDGE_BASE, PROMPT, type VersionKind } from "../versions/kinds.ts";
import { requireVersion, selectVersions } from "../versions/read.ts";

type Request = Pick<Output<"GenerateDigitalHumans">, "prompt_id" | "knowledge_base_id">;

interface ForConversation {
  /** A version that was deleted since reads as empty: the conversation with it is judged by what is left. */
  readonly reads_deleted?: boolean;
}

/**
 * The texts that generation reads of an agent, and what it leaves out, because texts of megabytes would take
 * minutes.
 */
export interface ReadTexts {
  readonly texts: AgentTexts;
  /** In words. */
  readonly unread: readonly string[];
  /** Which versions it chose, in words, where another could have been meant. Nothing was left out for that. */
  readonly notes: readonly string[];
}

/**
 * The texts that generation reads of an agent: the versions in the request, otherwise those labelled
 * production, otherwise the latest. Shared knowledge bases are added to its own. 404 for a version that does
 * not exist.
 */
export async function readAgentTexts(
  db: Kysely<Database>,
  agent: Row<"agent">,
  { prompt_id, knowledge_base_id, reads_deleted = false }: Request & ForConversation,
): Promise<ReadTexts> {
  const { name, agent_description, knowledge_base, goals, tools }: Output<"AgentCreate"> = JSON.parse(
    agent.record,
  );
  const unread: string[] = [];
  const notes: string[] = [];
  const beginning = (what: string, text: string) => {
    if (text.length <= AGENT_TEXT_MAXIMUM) return text;
    unread.push(`read only the first ${AGENT_TEXT_MAXIMUM} of ${text.length} characters of the ${what}`);
    return text.slice(0, AGENT_TEXT_MAXIMUM);
  };
  const read = async (kind: VersionKind, id: string | null | undefined) => {
    if (id)
      return requireVersion(db, kind, agent.id, { id }).then(
        ({ text }) => text,
        (error: unknown) => {
          if (reads_deleted && error instanceof Refused && error.status === 404) return "";
          throw error;
        },
      );
    const newest = (label: string | undefined) =>
      selectVersions(db, kind, agent.id, { label, limit: 1 }).select(["version", "text"]).executeTakeFirst();
    const [labelled, latest] = [await newest(PRODUCTION), await newest(undefined)];
    if (labelled && latest && labelled.version !== latest.version)
      notes.push(
        `read version ${labelled.version} of the ${kind.noun}, which is in production, not ${latest.version}, the latest`,
      );
    return (labelled ?? latest)?.text;
  };
  const given = (goals ?? []).filter((goal) => goal.trim() !== "");
  const readable = given.filter((goal) => goal.length <= BRIEF_MAXIMUM).slice(0, GENERATION_MAXIMUM);
  if (readable.length < given.length)
    unread.push(`read only ${readable.length} of the agent's ${given.length} goals`);
  const texts = {
    name: beginning("name", name),
    agent_description: beginning("agent_description", agent_description ?? ""),
    goals: readable,
    prompt: beginning("prompt", (await read(PROMPT, prompt_id)) ?? ""),
    knowledge_base: beginning(
      "knowledge base",
      (await knowledgeOf(db, agent.id, (await read(KNOWLEDGE_BASE, knowledge_base_id)) ?? knowledge_base)) ??
        "",
    ),
    ...(tools && { tools }),
  };
  return { texts, unread, notes };
}
