/** What is known about a conversation at its end, before the agent is judged. */
import type { Kysely } from "kysely";
import type { PerOrganization } from "../../per-organization.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { callerStateOf, loadCaller } from "./caller.ts";
import { type CallerReport, callerReport, type ReportThread } from "./caller-report.ts";
import { saidAndWhen } from "./entries.ts";

/** The values before the end, or if the conversation never began. */
export const NO_REPORT: CallerReport = {
  goal_completed: null,
  fidelity: null,
  divergence: null,
  unused_fields: null,
  inactive_scripted_responses: null,
  undecided_scripted_responses: null,
};

/** More messages than a conversation with the most turns has. Of each, only a part counts; see `callerReport`. */
const MESSAGES_MAXIMUM = 4000;
const CHARACTERS_MAXIMUM = 4_000_000;

/** Whether an agent has said so much that nobody could read it all. */
export async function isTooLong(db: Kysely<Database>, id: number): Promise<boolean> {
  const { messages, characters } = await db
    .selectFrom("conversation_entry")
    .select(({ fn }) => fn.countAll().as("messages"))
    .select(({ fn }) => fn.sum(fn<number>("length", ["message"])).as("characters"))
    .where("simulation_result_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(messages) > MESSAGES_MAXIMUM || Number(characters ?? 0) > CHARACTERS_MAXIMUM;
}

/** Why such a conversation is not evaluated. */
export const TOO_LONG = `the conversation has more than ${MESSAGES_MAXIMUM} messages or ${CHARACTERS_MAXIMUM} characters`;

export interface Reporting extends Pick<Store, "db"> {
  readonly thread: PerOrganization<ReportThread>;
}

/**
 * What is known about a conversation that is over, before the agent is judged. The thread reads a long one.
 * @param asides when, on a line, the digital human interrupted, or repeated what it could not finish
 * @returns JSON: `CallerReport`. Null if the conversation never began, or is too long
 */
export async function reportOn(
  { db, thread }: Reporting,
  result: Pick<
    Row<"simulation_result">,
    "id" | "organization_id" | "simulation_run_id" | "digital_human_id" | "journey_step"
  >,
  asides: readonly number[] = [],
): Promise<string | null> {
  const state = await callerStateOf(db, result.id);
  if (!state || (await isTooLong(db, result.id))) return null;
  const loaded = await loadCaller(db, result);
  const said = await saidAndWhen(db, result.id);
  const source = { ...loaded, state, said, asides };
  const text = JSON.stringify(source);
  return text.length <= SMALL ? callerReport(source) : thread.of(result.organization_id).report(text);
}

/** Up to this many characters, a conversation with its digital human is read on the main thread, in less than 20 ms. */
const SMALL = 4096;
