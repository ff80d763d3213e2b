/** Versions of prompts and of knowledge bases, and their labels. */
import type { Output } from "../../contract/types.ts";
import { keepFetched } from "../domain/conversations/versions.ts";
import { LATEST } from "../domain/labels/reserved.ts";
import { KNOWLEDGE_BASE, PROMPT } from "../domain/versions/kinds.ts";
import type { Version, VersionKey } from "../domain/versions/read.ts";
import type { Service } from "../service.ts";
import type { ApiRequest, Handlers } from "./handler.ts";
import { versionsOf } from "./versions-of-kind.ts";

const prompts = versionsOf(PROMPT);
const knowledgeBases = versionsOf(KNOWLEDGE_BASE);

export const versionHandlers = {
  async create_prompt_version(request, service) {
    const { prompt_text: text, ...draft } = request.body;
    return asPrompt(await prompts.create(request, { text, ...draft }, service));
  },
  list_prompt_versions: (request, service) => prompts.list(request, asPrompt, service),
  get_prompt: (request, service) => fetchPrompt(request, { id: request.params.prompt_id }, service),
  delete_prompt: (request, service) => prompts.remove(request, { id: request.params.prompt_id }, service),
  add_prompt_labels: prompts.addLabels,
  remove_prompt_labels: prompts.removeLabels,
  get_labelled_prompt: (request, service) => fetchPrompt(request, labelled(request.query.label), service),
  get_prompt_version: (request, service) =>
    fetchPrompt(request, { version: request.params.version }, service),
  list_prompt_version_labels: (request, service) =>
    prompts.labels(request, { version: request.params.version }, service),
  delete_labelled_prompt: (request, service) =>
    prompts.remove(request, { label: request.query.label }, service),
  delete_prompt_version: (request, service) =>
    prompts.remove(request, { version: request.params.version }, service),
  promote_prompt: async (request, service) => {
    const { prompt_id } = request.query;
    return asPrompt(
      await prompts.promote(request, prompt_id ? { id: prompt_id } : { label: LATEST }, service),
    );
  },

  async create_knowledge_base_version(request, service) {
    const { kb_text: text, ...draft } = request.body;
    return asKnowledgeBase(await knowledgeBases.create(request, { text, ...draft }, service));
  },
  list_knowledge_base_versions: (request, service) => knowledgeBases.list(request, asKnowledgeBase, service),
  get_knowledge_base: (request, service) =>
    fetchKnowledgeBase(request, { id: request.params.kb_id }, service),
  delete_knowledge_base: (request, service) =>
    knowledgeBases.remove(request, { id: request.params.kb_id }, service),
  delete_knowledge_base_version: (request, service) =>
    knowledgeBases.remove(request, { version: request.params.version }, service),
  add_knowledge_base_labels: knowledgeBases.addLabels,
  remove_knowledge_base_labels: knowledgeBases.removeLabels,
  get_labelled_knowledge_base: (request, service) =>
    fetchKnowledgeBase(request, labelled(request.query.label), service),
  get_knowledge_base_version: (request, service) =>
    fetchKnowledgeBase(request, { version: request.params.version }, service),
  list_knowledge_base_version_labels: (request, service) =>
    knowledgeBases.labels(request, { version: request.params.version }, service),
  delete_labelled_knowledge_base: (request, service) =>
    knowledgeBases.remove(request, { label: request.query.label }, service),
} satisfies Partial<Handlers>;

const labelled = (label: string | undefined) => (label === undefined ? undefined : { label });

type Fetch = Pick<ApiRequest<"get_agent">, "organization_id" | "key_id" | "params" | "simulation_result_id">;

/** Shows a version, and keeps that the agent of the named conversation has it. */
async function fetchPrompt(request: Fetch, key: VersionKey | undefined, service: Service) {
  const version = await prompts.get(request, key, service);
  await keepFetched(service, request, { prompt_id: version.id, prompt_version: version.version });
  return asPrompt(version);
}

async function fetchKnowledgeBase(request: Fetch, key: VersionKey | undefined, service: Service) {
  const version = await knowledgeBases.get(request, key, service);
  await keepFetched(service, request, { knowledge_base_version: version.version });
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
