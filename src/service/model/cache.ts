import { hash } from "node:crypto";
import type { CompletionRequest } from "./model.ts";

/** An answer to a request, without its cost. */
export interface CachedAnswer {
  readonly text: string;
}

/** Answers stored by the content of their requests, so that a repeated request needs no model. */
export interface AnswerCache {
  get(key: string): Promise<CachedAnswer | undefined>;
  put(key: string, answer: CachedAnswer): Promise<void>;
}

/** The SHA-256 (hexadecimal) of everything in a request that an answer depends on. The API key is not included. */
export function keyOf(base_url: string, model: string, request: CompletionRequest): string {
  const { messages, structure, temperature } = request;
  const content = { base_url, model, messages, structure, temperature };
  return hash("sha256", JSON.stringify(content));
}
