/** What people have decided on the policies of prompt versions. */
import type { Kysely } from "kysely";
import type { StoredPolicy } from "../../../engine/policies/judge.ts";
import type { ReviewedPolicy } from "../../../engine/policies/review.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../store/schema.ts";
import type { VersionRow } from "../versions/read.ts";

/** Stores what was decided on the policies of a prompt version, instead of an earlier decision. Returns the time. */
export async function storeReview(
  transaction: Kysely<Database>,
  { now }: Clock,
  prompt_id: string,
  reviewed: readonly ReviewedPolicy[],
): Promise<string> {
  const updated_at = now().toISOString();
  const policies = JSON.stringify(reviewed);
  await transaction
    .insertInto("prompt_policy")
    .values({ prompt_id, policies, updated_at })
    .onConflict((conflict) => conflict.column("prompt_id").doUpdateSet({ policies, updated_at }))
    .execute();
  return updated_at;
}

/** A review, and the version that it was made for. */
export interface Review {
  readonly version: number;
  readonly updated_at: string;
  readonly policies: readonly ReviewedPolicy[];
}

/** The review of a prompt version, otherwise that of the nearest earlier version that has one. */
export async function reviewOf(
  db: Kysely<Database>,
  { agent_id, version }: Pick<VersionRow, "agent_id" | "version">,
): Promise<Review | undefined> {
  const row = await reviews(db, agent_id).where("prompt_version.version", "<=", version).executeTakeFirst();
  return row && { ...row, policies: JSON.parse(row.policies) };
}

/** The reviews of an agent's prompt, newest version first. */
const reviews = (db: Kysely<Database>, agent_id: number) =>
  db
    .selectFrom("prompt_policy")
    .innerJoin("prompt_version", "prompt_version.id", "prompt_policy.prompt_id")
    .select(["prompt_version.version", "prompt_policy.policies", "prompt_policy.updated_at"])
    .where("prompt_version.agent_id", "=", agent_id)
    .orderBy("prompt_version.version", "desc")
    .limit(1);

/**
 * What was decided for the version of the prompt that a conversation was held with, or for the nearest earlier
 * one. If the version is unknown, for the newest. Sentences that the prompt no longer has are among them.
 */
export async function policiesFor(
  db: Kysely<Database>,
  agent_id: number,
  held: { readonly prompt_id: string | null } | { readonly version: number | null },
): Promise<StoredPolicy[]> {
  let query = reviews(db, agent_id);
  if ("version" in held && held.version !== null)
    query = query.where("prompt_version.version", "<=", held.version);
  if ("prompt_id" in held && held.prompt_id !== null) {
    const { prompt_id } = held;
    query = query.where("prompt_version.version", "<=", (from) =>
      from.selectFrom("prompt_version as held").select("held.version").where("held.id", "=", prompt_id),
    );
  }
  const row = await query.executeTakeFirst();
  const policies: ReviewedPolicy[] = row ? JSON.parse(row.policies) : [];
  return policies.map(({ sentence, status, reads = null, rule = null }) => ({
    sentence,
    status,
    reads,
    rule,
  }));
}
