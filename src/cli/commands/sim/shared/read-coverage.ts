/** What conversations have reached, asked of the service in use. */
import { AREAS, areaInWords } from "../../../../engine/coverage/coverage.ts";
import { Failure } from "../../../../lib/failure.ts";
import { type Conversed, type RunCoverage, readCoverage } from "../../../../results/coverage.ts";
import type { Context } from "../../../context.ts";

/** @throws Failure unless what it asks for is merely not there */
export const coverageOn = (
  context: Context,
  agent_id: number | string,
  conversed: Conversed,
): Promise<RunCoverage> =>
  readCoverage(agent_id, conversed, async (operation, params) => {
    try {
      return await context.read(operation, { params: params as never });
    } catch (error) {
      if (error instanceof Failure && error.outcome === "not_found") return undefined;
      throw error;
    }
  });

const WORDS = {
  broken: "broken",
  undecided: "undecided",
  never_met: "never met",
  nothing_seen: "nothing seen",
  kept: "kept",
  reached: "reached",
} as const;

/** Everything that can be reached with how it stands, the worst first, and what to do about what was never met. */
export function coverageLines(coverage: RunCoverage): string[] {
  const areas = AREAS.flatMap((area) => {
    const covered = coverage[area];
    if (!covered) return [];
    const width = Math.max(9, ...covered.items.map((item) => WORDS[item.standing].length));
    const lines = (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((standing) =>
      covered.items
        .filter((item) => item.standing === standing)
        .flatMap(({ name, conversations, needs }) => [
          [
            `  ${WORDS[standing].padEnd(width)}  ${name}`,
            ...(conversations > 0 ? [`(${conversations})`] : []),
          ].join("  "),
          ...(needs === undefined ? [] : [`${"".padEnd(width + 4)}needs ${needs}`]),
        ]),
    );
    return [`${areaInWords(area)}: ${covered.met} of ${covered.total} met`, ...lines];
  });
  return [
    ...areas,
    ...coverage.left_out.map((line) => `not counted: ${line}`),
    ...coverage.next.map((line) => `for what was never met: ${line}`),
  ];
}
