import type { Usage } from "./model.ts";

export const NO_USAGE: Usage = { calls: 0, cached_calls: 0, prompt_tokens: 0, completion_tokens: 0, ms: 0 };

/** The total cost of answers. Tokens are null if those of any answer are unknown. */
export function sumUsage(usages: readonly Usage[]): Usage {
  return usages.reduce(
    (sum, usage) => ({
      calls: sum.calls + usage.calls,
      cached_calls: sum.cached_calls + usage.cached_calls,
      prompt_tokens: sumOf(sum.prompt_tokens, usage.prompt_tokens),
      completion_tokens: sumOf(sum.completion_tokens, usage.completion_tokens),
      ms: sum.ms + usage.ms,
    }),
    NO_USAGE,
  );
}

function sumOf(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}
