/** The policies of prompt versions, and what people have decided on them. */
import type { Kysely } from "kysely";
import { AGENT_TEXT_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import { sentenceFinder } from "../../engine/policies/has-sentence.ts";
import { statements } from "../../engine/policies/read/statements.ts";
import { isKept, type ReviewedPolicy, withReviews } from "../../engine/policies/review.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { readAgentTexts } from "../domain/generation/agent-texts.ts";
import type { GenerationThread } from "../domain/generation/in-thread.ts";
import { withModelRules } from "../domain/policies/model-rules.ts";
import { type Review, reviewOf, storeReview } from "../domain/policies/reviews.ts";
import { PROMPT } from "../domain/versions/kinds.ts";
import { requireVersion, type VersionRow } from "../domain/versions/read.ts";
import { badRequest } from "../errors.ts";
import type { Database } from "../store/schema.ts";
import type { ApiRequest, Handlers } from "./handler.ts";

type PolicyList = Output<"PolicyList">;
type Asking = Pick<ApiRequest<"list_prompt_policies">, "organization_id" | "params">;

export const policyHandlers = {
  async list_prompt_policies(request, { db, thread }) {
    const version = await versionOf(db, request);
    return show(thread, version, await reviewOf(db, version));
  },

  async review_prompt_policies(request, service) {
    const { policies } = request.body;
    const mistake = await service.thread.firstMistake(policies);
    if (mistake !== null) throw badRequest(mistake);
    const { version, updated_at } = await service.write(async (transaction) => {
      const version = await versionOf(transaction, request);
      return { version, updated_at: await storeReview(transaction, service, version.id, policies) };
    });
    return show(service.thread, version, { version: version.version, updated_at, policies });
  },

  async draft_prompt_policies(request, service) {
    const { db, thread } = service;
    const { ask_model } = request.body;
    const agent = await requireAgent(db, request.organization_id, request.params.agent_id);
    const version = await requireVersion(db, PROMPT, agent.id, { version: request.params.version });
    const { texts } = await readAgentTexts(db, agent, { prompt_id: version.id });
    const prompt = (request.body.prompt_text ?? texts.prompt).slice(0, AGENT_TEXT_MAXIMUM);
    const { effectful_tools, read_only_tools }: Output<"AgentCreate"> = JSON.parse(agent.record);
    const { proposals, tools } = await thread.propose({
      prompt,
      goals: texts.goals,
      effectful: effectful_tools,
      read_only: read_only_tools,
    });
    const review = await reviewOf(db, version);
    const kept = new Set(review?.policies.filter(isKept).map(({ sentence }) => sentence));
    const drafted = withReviews(proposals, review?.policies ?? []);
    const model = ask_model ? service.model : undefined;
    const isAsked = ({ sentence, rule }: ReviewedPolicy) =>
      !kept.has(sentence) && (ask_model === "every" || rule == null);
    const policies = model
      ? await withModelRules(drafted.policies, { model, thread, tools, isAsked })
      : drafted.policies;
    return { ...(await show(thread, version, review)), ...drafted, policies, model: model?.name ?? null };
  },
} satisfies Partial<Handlers>;

async function versionOf(db: Kysely<Database>, { organization_id, params }: Asking): Promise<VersionRow> {
  await requireAgent(db, organization_id, params.agent_id);
  return requireVersion(db, PROMPT, params.agent_id, { version: params.version });
}

/** Up to this many characters, the sentences of a text are found on the main thread, in less than 10 ms. */
const SMALL_TEXT = 2000;

/** What was decided on sentences that the version still has. */
async function show(
  thread: Pick<GenerationThread, "sentencesOf">,
  { agent_id, id, version, text }: VersionRow,
  review: Review | undefined,
): Promise<PolicyList> {
  const part = review ? text.slice(0, AGENT_TEXT_MAXIMUM) : "";
  const has = sentenceFinder(part.length <= SMALL_TEXT ? statements(part) : await thread.sentencesOf(part));
  const policies = review?.policies ?? [];
  return {
    agent_id,
    prompt_id: id,
    version,
    reviewed_in: review?.version ?? null,
    updated_at: review?.updated_at ?? null,
    policies: policies.filter(({ sentence }) => has(sentence)).map((policy) => ({ ...policy })),
    dropped: policies
      .filter(({ sentence, status }) => status !== "proposed" && !has(sentence))
      .map(({ sentence }) => sentence),
  };
}
