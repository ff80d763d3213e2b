import {
  type Asked,
  bothReasons,
  exchangeQuestion,
  isExchangeAnswer,
  isRuleAnswer,
  type ModelRule,
  type NamedTool,
  type Question,
  ruleQuestion,
} from "../../../engine/policies/model-rule.ts";
import type { ReviewedPolicy } from "../../../engine/policies/review.ts";
import { type Ask, withCircuitBreaker } from "../../model/circuit-breaker.ts";
import type { Model } from "../../model/model.ts";
import { createSemaphore } from "../../semaphore.ts";
import type { GenerationThread } from "../generation/in-thread.ts";

/** Sentences at a time, two questions each. Others who need the model get it in between. */
const AT_A_TIME = 2;

interface Means {
  readonly model: Model;
  readonly thread: Pick<GenerationThread, "readModelRule">;
  readonly tools: readonly NamedTool[];
  readonly isAsked: (policy: ReviewedPolicy) => boolean;
}

/**
 * The policies with the rules that a model writes for some of them. They stay proposed. Without a rule that can be
 * proposed, a policy stays as it is, and says why the model's was not used if it has no other.
 */
export const withModelRules = (
  policies: readonly ReviewedPolicy[],
  { model, thread, tools, isAsked }: Means,
): Promise<ReviewedPolicy[]> => {
  const inSlot = createSemaphore(AT_A_TIME);
  return withCircuitBreaker(model, (ask) =>
    Promise.all(
      policies.map(async (policy) => {
        if (!isAsked(policy)) return policy;
        const asked = { sentence: policy.sentence, tools };
        return withRule(policy, await inSlot(() => ruleFor(asked, { ask, model, thread }), undefined));
      }),
    ),
  );
};

function withRule(policy: ReviewedPolicy, made: ModelRule): ReviewedPolicy {
  if ("rule" in made) return { ...policy, ...made, reads: null, why: null, written_by: "model" };
  return policy.rule ? policy : { ...policy, why: bothReasons(policy.why, made.why) };
}

async function ruleFor(
  asked: Asked,
  { ask, model, thread }: Pick<Means, "model" | "thread"> & { readonly ask: Ask },
): Promise<ModelRule> {
  // An answer of another shape is not kept, so that the next draft asks again.
  const objectOf = async (question: Question, isKept: typeof isRuleAnswer) => {
    const request = { ...question, unkept: true };
    const answer = await ask(request);
    if ("why" in answer) return answer;
    if (answer.object && isKept(answer.object)) await model.keep(request, answer.text);
    return answer;
  };
  const [rule, exchanges] = await Promise.all([
    objectOf(ruleQuestion(asked), isRuleAnswer),
    objectOf(exchangeQuestion(asked), isExchangeAnswer),
  ]);
  if ("why" in rule) return rule;
  if ("why" in exchanges) return exchanges;
  return thread.readModelRule(asked.tools, { rule: rule.object, exchanges: exchanges.object });
}
