/**
 * Medians of paired rounds. A round runs every subject once, in turn, so that all of them meet the same
 * machine.
 */

/**
 * @param subjects name → async function that returns its figure
 * @param rounds counted rounds; one more is run first and left out
 * @param budget_ms no further round is started after this time
 * @returns name → figures, one per round
 */
export async function inTurns(subjects, { rounds, budget_ms = 60_000, warm_up = true }) {
  const figures = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  const end = performance.now() + budget_ms;
  for (let round = warm_up ? -1 : 0; round < rounds; round++) {
    if (round > 0 && performance.now() > end) break;
    for (const [name, subject] of Object.entries(subjects)) {
      const figure = await subject();
      if (round >= 0) figures[name].push(figure);
    }
  }
  return figures;
}

/** Median and middle half of figures. */
export function summary(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    rounds: sorted.length,
  };
}

/** The ratio of two subjects, round by round. */
export const ratio = (figures, others) => summary(figures.map((figure, round) => figure / others[round]));

export function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at % 1);
}
