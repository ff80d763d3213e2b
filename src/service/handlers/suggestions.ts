/**
 * Suggestions and summaries. Rules derive them from existing texts, without a model, so nothing is made up.
 */
import type { Output } from "../../contract/types.ts";
import { statements } from "../../engine/policies/read/statements.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { requireDigitalHuman } from "../domain/digital-humans/lookup.ts";
import { recordOf } from "../domain/digital-humans/record.ts";
import { formattedIn } from "../domain/digital-humans/transcripts.ts";
import { readAgentTexts } from "../domain/generation/agent-texts.ts";
import { badRequest, notFound } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { Handlers } from "./handler.ts";

/** The maximum number of sentences in a summary of a prompt. */
const SENTENCES = 3;
/** A prompt may have megabytes. Its beginning says what it is about. */
const BEGINNING = 10_000;

export const suggestionHandlers = {
  async generate_goals({ organization_id, body }, service) {
    const { texts, warning } = await readFor(service, organization_id, body);
    const goals = await service.thread.suggest({ what: "goals", texts, count: body.count });
    return { goals, status: "200" as const, warning };
  },

  async generate_customer_personas({ organization_id, body }, service) {
    const { texts, warning } = await readFor(service, organization_id, body);
    const { count, agent_id: seed } = body;
    const customer_personas = await service.thread.suggest({ what: "personas", texts, count, seed });
    return { customer_personas, status: "200" as const, warning };
  },

  async generate_custom_metrics({ organization_id, body }, service) {
    const { texts, warning } = await readFor(service, organization_id, body);
    const custom_metrics = await service.thread.suggest({ what: "metrics", texts, count: body.count });
    return { custom_metrics, status: "200" as const, warning };
  },

  async generate_objectives({ organization_id, body: { test_case_id } }, { db, thread }) {
    const record = recordOf(await requireDigitalHuman(db, organization_id, test_case_id));
    const [intent = "", success_criteria = ""] = [record.intent, record.success_criteria].map(beginningOf);
    const { language } = record;
    const lines = await thread.suggest({ what: "objectives", intent, success_criteria, language });
    return { objectives: lines.length > 0 ? lines.join("\n") : null, test_case_id };
  },

  async generate_intent_summary({ organization_id, body: { test_case_id } }, { db }) {
    const { intent } = recordOf(await requireDigitalHuman(db, organization_id, test_case_id));
    const [first = null] = statements((intent ?? "").slice(0, BEGINNING));
    return { intent_summary: first, test_case_id, skipped: first === null };
  },

  async generate_prompt_summary({ organization_id, body: { prompt_id } }, { db }) {
    const prompt = await db
      .selectFrom("prompt_version")
      .innerJoin("agent", "agent.id", "prompt_version.agent_id")
      .select("prompt_version.text")
      .where("prompt_version.id", "=", prompt_id.toLowerCase())
      .where("agent.organization_id", "=", organization_id)
      .executeTakeFirst();
    if (!prompt) throw notFound("prompt", prompt_id);
    const summary = statements(prompt.text.slice(0, BEGINNING)).slice(0, SENTENCES).join(" ");
    return { prompt_summary: summary || null, prompt_id, skipped: summary === "" };
  },

  async generate_formatted_transcript({ body: { original_transcript } }, { thread }) {
    const { turns, intent } = await formattedIn(thread, original_transcript);
    const [first] = turns;
    if (!first) throw badRequest("nobody says anything in the transcript");
    const speaks_first = first.role === "USER";
    return {
      formatted_transcript: turns,
      description: intent,
      speaks_first_config: speaks_first
        ? { speaks_first, mode: "custom", message: first.utterance }
        : { speaks_first },
    };
  },
} satisfies Partial<Handlers>;

const beginningOf = (text: string | null | undefined) => (text ?? "").slice(0, BEGINNING);

async function readFor({ db }: Pick<Store, "db">, organization_id: string, body: Output<"SuggestFromAgent">) {
  const row = await requireAgent(db, organization_id, body.agent_id);
  const { texts, unread, notes } = await readAgentTexts(db, row, body);
  const remarks = [
    ...unread,
    ...notes,
    ...(body.custom_prompt ? ["custom_prompt was not used, because no model is used"] : []),
  ];
  return { texts, warning: remarks.length > 0 ? remarks.join("; ") : null };
}
