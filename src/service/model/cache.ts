import { hash } from "node:crypto";
import type { CompletionRequest } from "./model.ts";

/** An answer that was given to a request, without what it cost. */
export interface KeptAnswer {
  readonly text: string;
}

/** Answers by the content of their requests, so that a repeated request is answered without a model. */
export interface AnswerCache {
  get(key: string): Promise<KeptAnswer | undefined>;
  put(key: string, answer: KeptAnswer): Promise<void>;
}

/** The SHA-256 (hexadecimal) of everything in a request that an answer depends on. The API key is not included. */
export function keyOf(base_url: string, model: string, request: CompletionRequest): string {
  const { messages, structure, temperature } = request;
  const content = { base_url, model, messages, structure, temperature };
  return hash("sha256", JSON.stringify(content));
}
