/** Where from and where to: two facts that are asked for together and said as one. Only in English. */
import { fold } from "../../transcript/fold.ts";
import type { Fact } from "./facts.ts";

const ASKS_BOTH = /\bfrom\b.{1,60}\bto\b/;

/** Positions of the only fact that says where from, and of the only one that says where to. */
function bothOf(facts: readonly Pick<Fact, "label">[]): readonly [number, number] | undefined {
  const [from, ...others] = facts.flatMap(({ label }, at) => (/\b(?:from|origin)\b/.test(label) ? [at] : []));
  const [to, ...more] = facts.flatMap(({ label }, at) => (/\b(?:to|destination)\b/.test(label) ? [at] : []));
  const isClear = others.length === 0 && more.length === 0 && from !== to;
  return isClear && from !== undefined && to !== undefined ? [from, to] : undefined;
}

/** Both positions, if a question asks for both. Empty otherwise. */
export const fromAndTo = (question: string, facts: readonly Fact[]): readonly number[] =>
  (ASKS_BOTH.test(fold(question)) && bothOf(facts)) || [];

/** "From Milford to Lakewood.", if both are among the facts that an answer tells. */
export function saidFromTo(
  places: readonly number[],
  facts: readonly Fact[],
): { say: string; values: string[] } | undefined {
  const [from, to] = bothOf(facts) ?? [];
  if (from === undefined || to === undefined || !places.includes(from) || !places.includes(to))
    return undefined;
  const values = [facts[from]?.value ?? "", facts[to]?.value ?? ""];
  return { say: `From ${values.join(" to ")}.`, values };
}
