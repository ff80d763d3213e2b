/** Two runs side by side, for a report. */

import type { Comparison } from "../../../results/compare/compare.ts";
import { pairOf } from "../../../results/conversations.ts";
import type { Compared, Overview } from "../../../results/report.ts";
import type { Context } from "../../context.ts";
import { ratesOf, readRun } from "./gather.ts";
import type { Reported } from "./save.ts";
import { resultTalks } from "./talks.ts";

export interface Sides {
  readonly runs: readonly [a: number, b: number];
  /** What the page calls the two sides. */
  readonly sides: readonly [a: string, b: string];
  readonly nameOf: (digital_human_id: unknown) => string;
  readonly changes: Compared["changes"];
  readonly command: string;
  readonly facts: Overview["facts"];
  /** The page contains the recordings. */
  readonly with_audio: boolean;
}

export async function comparedOf(
  context: Context,
  comparison: Comparison,
  { runs: [run_a, run_b], sides: [a, b], nameOf, changes, command, facts, with_audio }: Sides,
): Promise<Reported> {
  const found_a = await readRun(context, run_a);
  const found_b = await readRun(context, run_b);
  const [rows_a, rows_b] = [found_a.rows(nameOf), found_b.rows(nameOf)];
  const ids = [...rows_a, ...rows_b].map(({ id }) => id);
  const named = (side: string) => (row: (typeof rows_a)[number]) => ({
    ...row,
    name: `${row.name} · ${side}`,
  });
  const rates = async ({ verdicts }: typeof found_a, side: string) =>
    (await ratesOf(context, verdicts)).map((rate) => ({ ...rate, metric: `${rate.metric} · ${side}` }));
  const byPair = (rows: typeof rows_a) => new Map(rows.map(({ pair, id }) => [pair, id]));
  const [ids_a, ids_b] = [byPair(rows_a), byPair(rows_b)];
  return {
    overview: {
      title: "All conversations",
      facts: [...facts, ["Runs", `${run_a}, ${run_b}`]],
      judgement: null,
      judged_rates: [...(await rates(found_a, a)), ...(await rates(found_b, b))],
      rows: [...rows_a.map(named(a)), ...rows_b.map(named(b))],
      noun: "conversations",
      command,
    },
    ...(await resultTalks(context, ids, { nameOf, with_audio })),
    compared: {
      ...comparison,
      a,
      b,
      ids: comparison.pairs.map(({ digital_human_id, repetition }) => {
        const pair = pairOf(digital_human_id, repetition);
        return [ids_a.get(pair) ?? null, ids_b.get(pair) ?? null];
      }),
      changes,
      command,
    },
  };
}
