import { AREAS, areaInWords } from "../../engine/coverage/coverage.ts";
import type { Standing } from "../../engine/coverage/covered.ts";
import type { RunCoverage } from "../../results/coverage.ts";
import { Chip, Command, html, Line, Panel } from "./kit.ts";

const CHIPS = {
  broken: "failed",
  undecided: "unclear",
  never_met: "none",
  nothing_seen: "none",
  kept: "passed",
  reached: "passed",
} as const;
const WORDS: Readonly<Record<Standing, string>> = {
  broken: "Broken",
  undecided: "Undecided",
  never_met: "Never met",
  nothing_seen: "Nothing seen",
  kept: "Kept",
  reached: "Reached",
};
const ORDER = Object.keys(WORDS);

/** How many policies, tools and paths to list. More would push everything else out of sight. */
const SHOWN = 12;

/** What the conversations have met of the agent, what they have not first, and how to change that. */
export function CoveragePanel({ of }: { of: RunCoverage }) {
  const areas = AREAS.flatMap((area) => {
    const reached = of[area];
    return reached && reached.total > 0 ? [{ area, ...reached }] : [];
  });
  const items = areas
    .flatMap((area) => area.items)
    .filter(({ standing }) => standing !== "kept" && standing !== "reached")
    .toSorted((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
  if (areas.length === 0) return null;
  return html`<${Panel} title="Met">
    <p>${areas.map(({ area, met, total }) => `${met} of ${total} ${areaInWords(area)}`).join(", ")}</p>
    <ul class="plain">${items.slice(0, SHOWN).map(
      ({ name, standing, needs }) =>
        html`<li><${Chip} of=${CHIPS[standing]} word=${WORDS[standing]} /> <${Line} text=${name} />
            ${needs !== undefined && html`<span class="quiet">needs <${Line} text=${needs} /></span>`}</li>`,
    )}</ul>
    ${items.length > SHOWN && html`<p class="quiet">and ${items.length - SHOWN} more</p>`}
    ${of.next.map((line) => html`<${Command} key=${line} line=${line} label="Callers for what was never met" />`)}<//>`;
}
