import type { ReadConversation } from "../../../contract/readings/conversation.ts";
import { passesOrFails } from "../../../contract/rules/outcomes.ts";
import { groundsOf } from "../../../engine/explain-verdict.ts";

/** The verdicts that passed, each with what it rests on, one per line. */
export const whyPassed = ({ evaluation }: Pick<ReadConversation, "evaluation">): string[] =>
  (evaluation?.verdicts ?? [])
    .filter(
      ({ status, response_type, value }) =>
        status === "EVALUATED" && passesOrFails({ response_type }) && value === true,
    )
    .flatMap((verdict) => {
      const grounds = groundsOf(verdict);
      return grounds ? [`  passed  ${verdict.name}: ${grounds}`] : [];
    });
