/**
 * Suggestions and summaries. Rules derive them from existing texts, without a model, so nothing is made up.
 */
import type { Output } from "../../contract/types.ts";
import { readGoals } from "../../engine/caller/goal.ts";
import { languageOf } from "../../engine/caller/language.ts";
import { sentenceCase } from "../../engine/generation/goals/caller-goal.ts";
import { personasFor } from "../../engine/generation/personas.ts";
import { metricOf, probesFor } from "../../engine/generation/probes/probes.ts";
import { type Agent, readAgent } from "../../engine/generation/reading/agent.ts";
import { toolPhrase } from "../../engine/policies/agent-tools.ts";
import { statements } from "../../engine/policies/read/statements.ts";
import { intentFromTranscript } from "../../engine/transcript/intent.ts";
import { formatTranscript } from "../../engine/transcript/parse.ts";
import { badRequest, notFound } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import { requireAgent } from "./agents.ts";
import { requireDigitalHuman } from "./digital-humans/lookup.ts";
import { recordOf } from "./digital-humans/record.ts";
import { readAgentTexts } from "./generation/agent-texts.ts";

/** The maximum number of sentences in a summary of a prompt. */
const SENTENCES = 3;
/** A prompt may have megabytes. Its beginning says what it is about. */
const BEGINNING = 10_000;

export const suggestionHandlers = {
  async generate_goals({ organization_id, body }, service) {
    const { agent, warning } = await readFor(service, organization_id, body);
    return { goals: goalsOf(agent).slice(0, body.count), status: "200" as const, warning };
  },

  async generate_customer_personas({ organization_id, body }, service) {
    const { agent, warning } = await readFor(service, organization_id, body);
    const customer_personas = personasFor(goalsOf(agent), body.count, body.agent_id);
    return { customer_personas, status: "200" as const, warning };
  },

  async generate_custom_metrics({ organization_id, body }, service) {
    const { agent, warning } = await readFor(service, organization_id, body);
    const found = probesFor(agent).flatMap((probe) => metricOf(probe) ?? []);
    return { custom_metrics: found.slice(0, body.count), status: "200" as const, warning };
  },

  async generate_objectives({ organization_id, body: { test_case_id } }, { db }) {
    const record = recordOf(await requireDigitalHuman(db, organization_id, test_case_id));
    const { intent, success_criteria, language } = record;
    const { goals } = readGoals(intent ?? "", languageOf(language));
    const criteria = statements(success_criteria ?? "").filter((line) => !line.startsWith("@rules"));
    const isRules = /^\s*@rules/.test(success_criteria ?? "");
    const lines = [...goals.filter((goal) => goal.trim() !== ""), ...(isRules ? [] : criteria)];
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

  async generate_formatted_transcript({ body: { original_transcript } }) {
    const turns = await formatTranscript(original_transcript);
    const [first] = turns;
    if (!first) throw badRequest("nobody says anything in the transcript");
    const speaks_first = first.role === "USER";
    return {
      formatted_transcript: turns,
      description: intentFromTranscript(turns),
      speaks_first_config: speaks_first
        ? { speaks_first, mode: "custom", message: first.utterance }
        : { speaks_first },
    };
  },
} satisfies Partial<Handlers>;

/** What an agent is for: the goals of its record, and what the tools of its prompt do. */
const goalsOf = ({ goals, effectful }: Agent): string[] => [
  ...new Set([...goals, ...effectful.map((tool) => sentenceCase(toolPhrase(tool)))]),
];

async function readFor(
  { db }: Pick<Service, "db">,
  organization_id: string,
  body: Output<"SuggestFromAgent">,
) {
  const row = await requireAgent(db, organization_id, body.agent_id);
  const { texts, unread } = await readAgentTexts(db, row, body);
  const remarks = [
    ...unread,
    ...(body.custom_prompt ? ["custom_prompt was not used, because no model is used"] : []),
  ];
  return { agent: readAgent(texts), warning: remarks.length > 0 ? remarks.join("; ") : null };
}
