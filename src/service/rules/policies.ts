/** The policies of prompt versions, and what people have decided on them. */
import type { Kysely } from "kysely";
import { AGENT_TEXT_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import type { StoredPolicy } from "../../engine/policies/judge.ts";
import { mistakesIn, type ReviewedPolicy, withReviews } from "../../engine/policies/review.ts";
import { badRequest } from "../errors.ts";
import type { Call, Handlers } from "../handler.ts";
import type { Database } from "../store/schema.ts";
import { requireAgent } from "./agents.ts";
import { readAgentTexts } from "./generation/agent-texts.ts";
import { PRODUCTION } from "./labels/reserved.ts";
import { PROMPT } from "./versions/kinds.ts";
import { requireVersion, type VersionRow } from "./versions/read.ts";

type PolicyList = Output<"PolicyList">;
type Asking = Pick<Call<"list_prompt_policies">, "organization_id" | "params">;

export const policyHandlers = {
  async list_prompt_policies(call, { db }) {
    const version = await versionOf(db, call);
    return show(version, await reviewOf(db, version));
  },

  async review_prompt_policies(call, service) {
    const { policies } = call.body;
    for (const [place, policy] of policies.entries()) {
      const [mistake] = mistakesIn(policy);
      if (mistake) throw badRequest(`policies.${place}.${mistake.field}: ${mistake.message}`);
    }
    return service.write(async (transaction) => {
      const version = await versionOf(transaction, call);
      const updated_at = service.now().toISOString();
      const stored = JSON.stringify(policies);
      await transaction
        .insertInto("prompt_policy")
        .values({ prompt_id: version.id, policies: stored, updated_at })
        .onConflict((conflict) => conflict.column("prompt_id").doUpdateSet({ policies: stored, updated_at }))
        .execute();
      return show(version, { version: version.version, updated_at, policies });
    });
  },

  async draft_prompt_policies(call, service) {
    const { db, thread } = service;
    const version = await versionOf(db, call);
    const agent = await requireAgent(db, call.organization_id, call.params.agent_id);
    const { texts } = await readAgentTexts(db, agent, { prompt_id: version.id });
    const prompt = (call.body.prompt_text ?? texts.prompt).slice(0, AGENT_TEXT_MAXIMUM);
    const { effectful_tools, read_only_tools }: Output<"AgentCreate"> = JSON.parse(agent.record);
    const proposals = await thread.propose({
      ...{ prompt, goals: texts.goals },
      ...{ effectful: effectful_tools, read_only: read_only_tools },
    });
    const review = await reviewOf(db, version);
    return { ...show(version, review), ...withReviews(proposals, review?.policies ?? []) };
  },
} satisfies Partial<Handlers>;

async function versionOf(db: Kysely<Database>, { organization_id, params }: Asking): Promise<VersionRow> {
  await requireAgent(db, organization_id, params.agent_id);
  return requireVersion(db, PROMPT, params.agent_id, { version: params.version });
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
  const row = await db
    .selectFrom("prompt_policy")
    .innerJoin("prompt_version", "prompt_version.id", "prompt_policy.prompt_id")
    .select(["prompt_version.version", "prompt_policy.policies", "prompt_policy.updated_at"])
    .where("prompt_version.agent_id", "=", agent_id)
    .where("prompt_version.version", "<=", version)
    .orderBy("prompt_version.version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, policies: JSON.parse(row.policies) };
}

/** Which version of the prompt a conversation was held with. */
type HeldWith = { readonly prompt_id: string | null } | { readonly version: number | null };

/**
 * The decisions that a conversation is judged by: those for the version that it was held with. If that is
 * unknown, for the version in production, otherwise the latest.
 */
export async function policiesFor(
  db: Kysely<Database>,
  agent_id: number,
  held: HeldWith,
): Promise<StoredPolicy[]> {
  const row = await versionOfConversation(db, agent_id, held);
  const review = row && (await reviewOf(db, row));
  return (review?.policies ?? [])
    .filter(({ sentence }) => isIn(sentence, row?.text ?? ""))
    .map(({ sentence, status, reads = null, rule = null }) => ({ sentence, status, reads, rule }));
}

async function versionOfConversation(db: Kysely<Database>, agent_id: number, held: HeldWith) {
  const versions = db
    .selectFrom("prompt_version")
    .select(["agent_id", "version", "text"])
    .where("agent_id", "=", agent_id);
  if ("prompt_id" in held && held.prompt_id !== null)
    return versions.where("id", "=", held.prompt_id).executeTakeFirst();
  if ("version" in held && held.version !== null)
    return versions.where("version", "=", held.version).executeTakeFirst();
  const labelled = await versions
    .where("id", "=", (from) =>
      from
        .selectFrom("label")
        .select("prompt_id")
        .where("label.agent_id", "=", agent_id)
        .where("label_text", "=", PRODUCTION),
    )
    .executeTakeFirst();
  return labelled ?? versions.orderBy("version", "desc").limit(1).executeTakeFirst();
}

/** What was decided on sentences that the version still has. */
function show({ agent_id, id, version, text }: VersionRow, review: Review | undefined): PolicyList {
  const has = new Map((review?.policies ?? []).map((policy) => [policy, isIn(policy.sentence, text)]));
  const of = (kept: boolean) => [...has].filter(([, isThere]) => isThere === kept).map(([policy]) => policy);
  return {
    agent_id,
    prompt_id: id,
    version,
    reviewed_in: review?.version ?? null,
    updated_at: review?.updated_at ?? null,
    policies: of(true).map((policy) => ({ ...policy })),
    dropped: of(false)
      .filter(({ status }) => status !== "proposed")
      .map(({ sentence }) => sentence),
  };
}

/** Whether a text has a sentence, apart from markup and line breaks. */
export function isIn(sentence: string, text: string): boolean {
  const plain = (one: string) => one.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  // The reader puts "Never" in front of the points below a heading that forbids them.
  const words = plain(sentence);
  const own = words.replace(/^Never /, "");
  const all = ` ${plain(text)} `.toLowerCase();
  return [words, own].some((one) => all.includes(` ${one.toLowerCase()} `));
}
