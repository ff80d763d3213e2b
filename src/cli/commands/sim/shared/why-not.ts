import type { ReadConversation } from "../../../../contract/readings/conversation.ts";
import { passesOrFails } from "../../../../contract/rules/outcomes.ts";
import { verdictLines } from "../../../render/evaluation/verdict-lines.ts";

/** The verdicts that did not pass, each with its evidence. */
export const whyNot = ({ evaluation }: Pick<ReadConversation, "evaluation">): string[] =>
  (evaluation?.verdicts ?? [])
    .filter(({ status, response_type, value }) =>
      status === "EVALUATED" ? passesOrFails({ response_type }) && value !== true : status === "ERROR",
    )
    .flatMap((verdict) => verdictLines(verdict, undefined));
