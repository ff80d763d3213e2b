import type { CompletionRequest, Model } from "../model.ts";

/** A model whose answers a function computes from the requests. It records the requests. */
export function scriptedModel(
  answer: (request: CompletionRequest) => string,
): Model & { requests: CompletionRequest[] } {
  const requests: CompletionRequest[] = [];
  return {
    name: "scripted",
    requests,
    async complete(request) {
      requests.push(request);
      const usage = { calls: 1, cached_calls: 0, prompt_tokens: 10, completion_tokens: 2, ms: 5 };
      return { text: answer(request), usage, cached: false };
    },
    async keep() {},
  };
}
