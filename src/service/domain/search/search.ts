/**
 * Finds what was said. Looks through the newest conversations and calls piece by piece, so that a search
 * takes a bounded time however much is stored, and delays no other request.
 */
import { setImmediate as endOfTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { chunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import { readSubmissionUpTo, type Submission } from "../../submissions/submission.ts";

type Match = Output<"SaidPage">["matches"][number];

/** How many conversations, and how many calls, are looked through. */
const NEWEST = 1000;
const MATCHES = 50;
/** The searched beginning of a message. */
const MESSAGE = 2000;
const [CONVERSATIONS_AT_ONCE, MESSAGES_AT_ONCE] = [20, 1000];
/** A call with more to read is left out. */
const SUBMISSION_BYTES = 256 * 1024;
const QUOTE = 300;

interface Found {
  readonly matches: Match[];
  is_complete: boolean;
}

async function searchConversations(
  db: Kysely<Database>,
  organization_id: string,
  text: string,
  results: Found,
): Promise<void> {
  const newest = await db
    .selectFrom("simulation_result")
    .select(["id", "simulation_run_id", "agent_id", "digital_human_id", "repetition", "created_at"])
    .where("organization_id", "=", organization_id)
    .orderBy("id", "desc")
    .limit(NEWEST + 1)
    .execute();
  if (newest.length > NEWEST) results.is_complete = false;
  for (const some of chunks(newest.slice(0, NEWEST), CONVERSATIONS_AT_ONCE)) {
    await endOfTurn();
    const entries = await db
      .selectFrom("conversation_entry")
      .select(["simulation_result_id", "role"])
      .select(sql<string>`substr(message, 1, ${MESSAGE})`.as("message"))
      .where(
        "simulation_result_id",
        "in",
        some.map(({ id }) => id),
      )
      .orderBy("simulation_result_id", "desc")
      .orderBy("id")
      .limit(MESSAGES_AT_ONCE)
      .execute();
    if (entries.length === MESSAGES_AT_ONCE) results.is_complete = false;
    for (const { id, ...result } of some) {
      const own = entries.filter(({ simulation_result_id }) => simulation_result_id === id);
      const turn = own.findIndex(({ message }) => message.toLowerCase().includes(text));
      const entry = own[turn];
      if (!entry) continue;
      if (isFull(results)) return;
      results.matches.push({
        kind: "conversation",
        id: String(id),
        simulation_run_id: result.simulation_run_id,
        agent_id: result.agent_id,
        digital_human_id: result.digital_human_id,
        at: result.created_at,
        turn,
        speaker: entry.role,
        text: quoteOf(entry.message, text),
      });
    }
  }
}

async function searchCalls(
  db: Kysely<Database>,
  organization_id: string,
  text: string,
  results: Found,
): Promise<void> {
  const newest = await db
    .selectFrom("call")
    .select(["id", "agent_id", "created_at"])
    .where("organization_id", "=", organization_id)
    .orderBy("seq", "desc")
    .limit(NEWEST + 1)
    .execute();
  if (newest.length > NEWEST) results.is_complete = false;
  for (const { id, agent_id, created_at } of newest.slice(0, NEWEST)) {
    await endOfTurn();
    const submission = await readSubmissionUpTo(db, id, SUBMISSION_BYTES);
    if (submission === undefined) {
      results.is_complete = false;
      continue;
    }
    const { transcript }: Submission = JSON.parse(submission);
    const turn = (transcript ?? []).findIndex(({ utterance }) => utterance?.toLowerCase().includes(text));
    const entry = transcript?.[turn];
    if (!entry) continue;
    if (isFull(results)) return;
    results.matches.push({
      kind: "call",
      id,
      simulation_run_id: null,
      agent_id,
      digital_human_id: null,
      at: created_at,
      turn,
      speaker: entry.speaker,
      text: quoteOf(entry.utterance, text),
    });
  }
}

function isFull(results: Found): boolean {
  if (results.matches.length < MATCHES) return false;
  results.is_complete = false;
  return true;
}

/** What was said, or the part of it around the match. */
function quoteOf(said: string, text: string): string {
  if (said.length <= QUOTE) return said;
  const from = Math.max(0, said.toLowerCase().indexOf(text) - QUOTE / 2);
  return `${from > 0 ? "…" : ""}${said.slice(from, from + QUOTE)}${from + QUOTE < said.length ? "…" : ""}`;
}

/** The newest conversations and calls in which a text was said, whatever its case. */
export async function searchSaid(
  db: Kysely<Database>,
  organization_id: string,
  text: string,
): Promise<Found> {
  const results: Found = { matches: [], is_complete: true };
  await searchConversations(db, organization_id, text, results);
  await searchCalls(db, organization_id, text, results);
  return results;
}
