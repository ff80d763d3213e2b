/** Prompts and knowledge bases have versions in the same way. A kind says where its versions are stored. */
export interface VersionKind {
  readonly noun: "prompt" | "knowledge base";
  readonly table: "prompt_version" | "knowledge_base_version";
  /** Column of a label: the version of this kind that it is on. */
  readonly holder: "prompt_id" | "knowledge_base_id";
  /** Column of an agent: the number that the next version gets. */
  readonly counter: "next_prompt_version" | "next_knowledge_base_version";
}

export const PROMPT: VersionKind = {
  noun: "prompt",
  table: "prompt_version",
  holder: "prompt_id",
  counter: "next_prompt_version",
};

export const KNOWLEDGE_BASE: VersionKind = {
  noun: "knowledge base",
  table: "knowledge_base_version",
  holder: "knowledge_base_id",
  counter: "next_knowledge_base_version",
};
