/** Asks a language model for a better prompt of a metric. */
import { AGENT_TEXT_MAXIMUM } from "../../../contract/limits.ts";
import type { Output } from "../../../contract/types.ts";
import { type RewriteRequest, readRewrite, rewriteQuestion } from "../../../engine/judge/rewrite.ts";
import { isRuleGuidance } from "../../../engine/rules-language/compile.ts";
import { badRequest, conflict } from "../../errors.ts";
import { type Ask, withCircuitBreaker } from "../../model/circuit-breaker.ts";
import type { Message, Model } from "../../model/model.ts";

/** Characters of a question, as of a judge's. */
const SIZE_MAXIMUM = 400_000;

/** An answer, or why there is none. The code is the reason that a verdict without a judge has. */
type Rewritten = Output<"OptimizedMetricPrompt"> | { readonly code: string; readonly why: string };

/** 400 for what no judge reads, 409 with a `code` without a model or a usable answer. */
export async function rewritePrompt(
  request: RewriteRequest,
  model: Model | undefined,
): Promise<Output<"OptimizedMetricPrompt">> {
  if (isRuleGuidance(request.prompt))
    throw badRequest("the prompt is rules, which no judge reads; `parley metrics lint` checks rules");
  if (!model)
    throw conflict(
      "this service has no language model that could rewrite a prompt; start it with PARLEY_LLM_BASE_URL and PARLEY_LLM_MODEL set",
      { code: "no_model" },
    );
  const question = rewriteQuestion(request);
  if (question.size > SIZE_MAXIMUM)
    throw badRequest(
      `the request has ${question.size} characters, and a model is asked with at most ${SIZE_MAXIMUM}; send fewer or shorter evaluation_diffs`,
    );
  const rewritten = await withCircuitBreaker(model, (ask) => asking(ask, model, request, question));
  if ("why" in rewritten)
    throw conflict(`the prompt was not rewritten: ${rewritten.why}`, { code: rewritten.code });
  return rewritten;
}

/** Asks, and once more if the answer cannot be used. An answer that can be used is not asked for again. */
async function asking(
  ask: Ask,
  model: Model,
  { prompt }: RewriteRequest,
  { messages, structure, temperature, nonce }: ReturnType<typeof rewriteQuestion>,
): Promise<Rewritten> {
  let said: readonly Message[] = messages;
  let fault = "";
  for (let attempt = 0; attempt < 2; attempt++) {
    const request = { messages: said, structure, temperature, unkept: true };
    const answer = await ask(request);
    if ("why" in answer) return { code: "model_error", why: answer.why };
    const read = readRewrite(prompt, answer.object, { nonce, maximum: AGENT_TEXT_MAXIMUM });
    if ("optimized_prompt" in read) {
      await model.keep(request, answer.text);
      return read;
    }
    fault = read.fault;
    const repair = `Your answer cannot be used: ${fault}. Answer again with the complete JSON object.`;
    said = [...messages, { role: "assistant", content: answer.text }, { role: "user", content: repair }];
  }
  return { code: "unreadable_answer", why: `the model's answer cannot be used: ${fault}` };
}
