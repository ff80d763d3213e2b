/** What people decide on policies: carried from one version of a prompt to the next, and checked. */
import type { POLICY_STATUSES, POLICY_WRITERS } from "../../contract/values.ts";
import { readExchange, writeExchange } from "./exchange.ts";
import type { Proposal } from "./propose.ts";
import { compilePolicy, ruleFails } from "./sample.ts";

/** A policy as it is stored and shown. */
export interface ReviewedPolicy {
  readonly sentence: string;
  readonly line?: number | null | undefined;
  readonly reads?: string | null | undefined;
  readonly rule?: string | null | undefined;
  readonly why?: string | null | undefined;
  readonly keeps?: string[] | null | undefined;
  readonly breaks?: string[] | null | undefined;
  readonly written_by?: (typeof POLICY_WRITERS)[number] | null | undefined;
  readonly status: (typeof POLICY_STATUSES)[number];
}

/** A proposal as it is shown before anybody has decided on it. */
const proposed = ({ caller, keeps, breaks, ...proposal }: Proposal): ReviewedPolicy => ({
  ...proposal,
  keeps: writeExchange(keeps),
  breaks: writeExchange(breaks),
  status: "proposed",
});

/** Whether a review says something about a sentence that reading it again must not replace. */
export const isKept = ({ status, rule }: ReviewedPolicy): boolean => status !== "proposed" || rule != null;

/**
 * The policies of a prompt: what was decided on a sentence stays with it as long as the prompt has it. All
 * other sentences are proposed.
 */
export function withReviews(
  proposals: readonly Proposal[],
  reviewed: readonly ReviewedPolicy[],
): { policies: ReviewedPolicy[]; dropped: string[] } {
  const decided = new Map(reviewed.filter(isKept).map((policy) => [policy.sentence, policy]));
  const sentences = new Set(proposals.map(({ sentence }) => sentence));
  return {
    policies: proposals.map((one) => {
      const policy = decided.get(one.sentence);
      return policy ? { ...policy, line: one.line } : proposed(one);
    }),
    dropped: reviewed
      .filter(({ sentence, status }) => status !== "proposed" && !sentences.has(sentence))
      .map(({ sentence }) => sentence),
  };
}

/** A mistake in a policy. `field` says where. */
export interface PolicyMistake {
  readonly field: "rule" | "keeps" | "breaks" | "status";
  readonly message: string;
}

/** What is wrong with a policy. A rule must say what its own examples say. */
export function mistakesIn({ status, rule, keeps, breaks }: ReviewedPolicy): PolicyMistake[] {
  if (rule === null || rule === undefined)
    return status === "accepted"
      ? [{ field: "status", message: "an accepted policy needs a rule; without one, only a judge can tell" }]
      : [];
  const { errors } = compilePolicy(rule);
  const [error] = errors;
  if (error)
    return [{ field: "rule", message: `line ${error.line}, column ${error.column}: ${error.message}` }];
  return [
    ...exampleMistake("keeps", rule, keeps, false, "the rule fails on this exchange, which should keep it"),
    ...exampleMistake(
      "breaks",
      rule,
      breaks,
      true,
      "the rule doesn't fail on this exchange, which should break it",
    ),
  ];
}

function exampleMistake(
  field: "keeps" | "breaks",
  rule: string,
  lines: readonly string[] | null | undefined,
  fails: boolean,
  message: string,
): PolicyMistake[] {
  if (!lines || lines.length === 0) return [];
  try {
    const found = ruleFails(rule, readExchange(lines));
    return found === fails || (found === undefined && !fails) ? [] : [{ field, message }];
  } catch (error) {
    return [{ field, message: (error as Error).message }];
  }
}
