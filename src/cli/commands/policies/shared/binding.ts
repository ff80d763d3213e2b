/** What a review would change about the policies that are binding. */
import type { FilePolicy } from "./file.ts";

type Reviewed = Pick<FilePolicy, "sentence" | "status" | "rule">;

/** How many sentences are named. */
const NAMED = 10;

/** The changes, one a line, each with the rule that will decide. Empty if the same policies stay binding with the same rules. */
export function bindingChanges(before: readonly Reviewed[], after: readonly Reviewed[]): string[] {
  const [had, has] = [accepted(before), accepted(after)];
  const lines = [
    ...[...has].flatMap(([sentence, rule]) => {
      if (had.get(sentence) === rule) return [];
      const what = had.has(sentence) ? "binding with another rule" : "binding from now on";
      return [`${what}: ${sentence} (${rule.replaceAll("\n", "; ")})`];
    }),
    ...[...had.keys()].filter((sentence) => !has.has(sentence)).map((one) => `no longer binding: ${one}`),
  ];
  return lines.length > NAMED ? [...lines.slice(0, NAMED), `… and ${lines.length - NAMED} more`] : lines;
}

const accepted = (policies: readonly Reviewed[]): Map<string, string> =>
  new Map(
    policies.flatMap(({ sentence, status, rule }) =>
      status === "accepted" ? [[sentence, rule ?? ""] as const] : [],
    ),
  );
