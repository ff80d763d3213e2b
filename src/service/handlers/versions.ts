/** Versions of prompts and of knowledge bases, and their labels. */
import type { Output } from "../../contract/types.ts";
import { keepFetched } from "../domain/conversations/versions.ts";
import { LATEST } from "../domain/labels/reserved.ts";
import { KNOWLEDGE_BASE, PROMPT } from "../domain/versions/kinds.ts";
import type { Version, VersionKey } from "../domain/versions/read.ts";
import type { Service } from "../service.ts";
import type { Call, Handlers } from "./handler.ts";
import { versionsOf } from "./versions-of-kind.ts";

const prompts = versionsOf(PROMPT);
const knowledgeBases = versionsOf(KNOWLEDGE_BASE);

export const versionHandlers = {
  async create_prompt_version(call, service) {
    const { prompt_text: text, ...draft } = call.body;
    return asPrompt(await prompts.create(call, { text, ...draft }, service));
  },
  list_prompt_versions: async (call, service) => (await prompts.list(call, service)).map(asPrompt),
  get_prompt: (call, service) => fetchPrompt(call, { id: call.params.prompt_id }, service),
  delete_prompt: (call, service) => prompts.remove(call, { id: call.params.prompt_id }, service),
  add_prompt_labels: prompts.addLabels,
  remove_prompt_labels: prompts.removeLabels,
  get_labelled_prompt: (call, service) => fetchPrompt(call, labelled(call.query.label), service),
  get_prompt_version: (call, service) => fetchPrompt(call, { version: call.params.version }, service),
  list_prompt_version_labels: (call, service) =>
    prompts.labels(call, { version: call.params.version }, service),
  delete_labelled_prompt: (call, service) => prompts.remove(call, { label: call.query.label }, service),
  delete_prompt_version: (call, service) => prompts.remove(call, { version: call.params.version }, service),
  promote_prompt: async (call, service) => {
    const { prompt_id } = call.query;
    return asPrompt(await prompts.promote(call, prompt_id ? { id: prompt_id } : { label: LATEST }, service));
  },

  async create_knowledge_base_version(call, service) {
    const { kb_text: text, ...draft } = call.body;
    return asKnowledgeBase(await knowledgeBases.create(call, { text, ...draft }, service));
  },
  list_knowledge_base_versions: async (call, service) =>
    (await knowledgeBases.list(call, service)).map(asKnowledgeBase),
  get_knowledge_base: (call, service) => fetchKnowledgeBase(call, { id: call.params.kb_id }, service),
  delete_knowledge_base: (call, service) => knowledgeBases.remove(call, { id: call.params.kb_id }, service),
  delete_knowledge_base_version: (call, service) =>
    knowledgeBases.remove(call, { version: call.params.version }, service),
  add_knowledge_base_labels: knowledgeBases.addLabels,
  remove_knowledge_base_labels: knowledgeBases.removeLabels,
  get_labelled_knowledge_base: (call, service) =>
    fetchKnowledgeBase(call, labelled(call.query.label), service),
  get_knowledge_base_version: (call, service) =>
    fetchKnowledgeBase(call, { version: call.params.version }, service),
  list_knowledge_base_version_labels: (call, service) =>
    knowledgeBases.labels(call, { version: call.params.version }, service),
  delete_labelled_knowledge_base: (call, service) =>
    knowledgeBases.remove(call, { label: call.query.label }, service),
} satisfies Partial<Handlers>;

const labelled = (label: string | undefined) => (label === undefined ? undefined : { label });

type Fetch = Pick<Call<"get_agent">, "organization_id" | "key_id" | "params" | "simulation_result_id">;

/** Shows a version, and keeps that the agent of the named conversation has it. */
async function fetchPrompt(call: Fetch, key: VersionKey | undefined, service: Service) {
  const version = await prompts.get(call, key, service);
  await keepFetched(service, call, { prompt_id: version.id, prompt_version: version.version });
  return asPrompt(version);
}

async function fetchKnowledgeBase(call: Fetch, key: VersionKey | undefined, service: Service) {
  const version = await knowledgeBases.get(call, key, service);
  await keepFetched(service, call, { knowledge_base_version: version.version });
  return asKnowledgeBase(version);
}

const asPrompt = ({ text, ...version }: Version): Output<"PromptVersion"> => ({
  prompt_text: text,
  ...version,
});

const asKnowledgeBase = ({ text, ...version }: Version): Output<"KnowledgeBaseVersion"> => ({
  kb_text: text,
  ...version,
});
