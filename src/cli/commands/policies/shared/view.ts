import { counted } from "../../../../engine/words/counted.ts";
import type { FilePolicy } from "./file.ts";

/** The columns of a list of policies. */
export const policyRows = {
  kind: "rows",
  rows: "policies",
  columns: [
    "line",
    "status",
    { title: "sentence", value: "sentence" },
    {
      title: "read as",
      value: ({ reads, rule }: FilePolicy) => reads ?? rule?.replaceAll("\n", "; ") ?? null,
    },
    { title: "no rule", value: "why" },
  ],
  empty: "no sentence of the prompt demands or forbids anything",
} as const;

/** What to do about sentences without a rule. Nothing if there are none. */
export function withoutRule(policies: readonly Pick<FilePolicy, "rule" | "status">[]): string[] {
  const count = policies.filter(({ rule, status }) => rule == null && status === "proposed").length;
  if (count === 0) return [];
  const [have, it] = count === 1 ? ["1 sentence has", "it"] : [`${count} sentences have`, "them"];
  return [`${have} no rule: write \`rule:\` yourself, or leave ${it} to a judge (docs/policies.md)`];
}

/** `12 policies: 7 with a rule, 3 accepted, 1 rejected` */
export function countsOf(policies: readonly Pick<FilePolicy, "rule" | "status">[]): string {
  const count = (is: (one: Pick<FilePolicy, "rule" | "status">) => boolean) => policies.filter(is).length;
  const parts = [
    `${count(({ rule }) => rule != null)} with a rule`,
    `${count(({ status }) => status === "accepted")} accepted`,
    `${count(({ status }) => status === "rejected")} rejected`,
    `${count(({ status, rule }) => status === "proposed" && rule != null)} to review`,
  ];
  return `${counted(policies.length, "policy", "policies")}: ${parts.join(", ")}`;
}
