/** How well people agree with each other: a judge cannot be expected to do better. */
import type { Estimate } from "../../../../engine/judge/estimate.ts";
import type { Expected } from "./expected.ts";
import { agreementOf } from "./summary.ts";

export type Labels = Readonly<Record<string, Expected>>;

/** Two labellers, and how far they agree beyond chance on the conversations that both have labelled. */
export interface PairOfLabellers {
  readonly labellers: readonly string[];
  readonly examples: number;
  readonly kappa: Estimate | null;
}

/** Every two labellers who have labelled the same conversations. */
export function pairsOfLabellers(labelled: readonly Labels[]): PairOfLabellers[] {
  const names = [...new Set(labelled.flatMap((labels) => Object.keys(labels)))].toSorted();
  return names.flatMap((name, at) =>
    names.slice(at + 1).flatMap((other): PairOfLabellers[] => {
      const both = labelled.flatMap(({ [name]: first, [other]: second }) =>
        first === undefined || second === undefined
          ? []
          : [{ expected: first, status: second === null ? "NOT_APPLICABLE" : "EVALUATED", value: second }],
      );
      if (both.length === 0) return [];
      return [{ labellers: [name, other], examples: both.length, kappa: agreementOf(both).kappa }];
    }),
  );
}

/** What more than half of the labellers say; undefined if no answer has a majority. */
export function majorityOf(labels: Labels): Expected | undefined {
  const answers = Object.values(labels);
  return answers.find((answer) => answers.filter((other) => other === answer).length * 2 > answers.length);
}
