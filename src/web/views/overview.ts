/**
 * A run, a check, or a list of calls: what failed and why, how certain the rate is, and a list of everything.
 */
import { useMemo } from "preact/hooks";
import { type Counts, countedTotal, countsInWords, passRate } from "../../contract/rules/outcomes.ts";
import { wilsonInterval } from "../../engine/metrics/runs/multi-run.ts";
import { countsOf, type Overview, refOf } from "../../results/report.ts";
import type { Row, Standing } from "../../results/talk.ts";
import { useQuery } from "../router.ts";
import { CoveragePanel } from "./coverage.ts";
import { GridPanel } from "./grid.ts";
import { JudgedRates } from "./judged-rates.ts";
import { Bar, Chip, Command, count, Facts, html, Line, Panel, percent, plural, wordOf } from "./kit.ts";
import { Listed } from "./listed.ts";
import { numbersOf, ORDER } from "./order.ts";

interface Group {
  readonly cause: string;
  readonly standing: Standing;
  readonly rows: readonly Row[];
}

/** Failures and unclear ones by reason, the most frequent first. */
function groupsOf(rows: readonly Row[]): Group[] {
  const groups = new Map<string, { standing: Standing; rows: Row[] }>();
  for (const row of rows) {
    if (row.standing !== "failed" && row.standing !== "unclear") continue;
    for (const cause of row.causes.length > 0 ? row.causes : ["No reason was given"]) {
      const key = `${row.standing} ${cause}`;
      const group = groups.get(key) ?? { standing: row.standing, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
  }
  return [...groups]
    .map(([key, group]) => ({ ...group, cause: key.slice(group.standing.length + 1) }))
    .toSorted((a, b) => ORDER[a.standing] - ORDER[b.standing] || b.rows.length - a.rows.length);
}

interface OverviewProps {
  readonly of: Overview;
  /** Whether the addresses in its facts lead somewhere. */
  readonly linked?: boolean;
  /** Shown below the head, such as a button to run it again. */
  readonly actions?: unknown;
}

export function OverviewScreen({ of, linked = false, actions }: OverviewProps) {
  const { rows, noun, judgement } = of;
  const groups = useMemo(() => groupsOf(rows), [rows]);
  const numbers = useMemo(() => numbersOf(rows), [rows]);
  const [query, change] = useQuery();
  return html`<header class="head">
      <p class="eyebrow">${of.title}</p>
      <h1>${headline(numbers, rows.length, noun)}</h1>
      ${
        judgement &&
        html`<p class="judgement"><${Chip} of=${judgement.passed ? "passed" : "failed"} word=${judgement.passed ? "Gate passed" : "Gate not passed"} />
          ${judgement.reason && html`<span><${Line} text=${judgement.reason} /></span>`}</p>`
      }
      ${actions}
    </header>
    <div class="columns">
      <${Panel} title="Pass rate"><${Rate} counts=${countsOf(of)} required=${judgement?.required ?? null} noun=${of.verdicts ? "verdicts" : noun} /><//>
      <${Panel} title="About"><${Facts} pairs=${of.facts} linked=${linked} /><//>
    </div>
    ${of.grid && html`<${GridPanel} cells=${of.grid} />`}
    ${of.judged_rates && of.judged_rates.length > 0 && html`<${JudgedRates} rates=${of.judged_rates} />`}
    ${
      groups.length > 0 &&
      html`<${Panel} title="Why"><ol class="groups">
        ${groups.slice(0, GROUPS).map((group) => html`<${GroupItem} key=${group.cause} group=${group} chosen=${query["cause"] === group.cause} choose=${() => change({ cause: query["cause"] === group.cause ? "" : group.cause })} />`)}
      </ol>${groups.length > GROUPS && html`<p class="quiet">${plural(groups.length - GROUPS, "more reasons")}: filter the list below.</p>`}<//>`
    }
    ${of.coverage && html`<${CoveragePanel} of=${of.coverage} />`}
    <${Listed} rows=${rows} noun=${noun} />
    <${Command} line=${of.command} />`;
}

/** How many reasons to list. More would push the list out of sight. */
const GROUPS = 12;
/** How many rows a reason names. */
const NAMED = 4;

function headline(numbers: Record<Standing, number>, total: number, noun: string): string {
  if (total === 0) return `No ${noun}`;
  if (numbers.running > 0)
    return `${count(total - numbers.running)} of ${plural(total, noun)} over, the rest still running`;
  if (numbers.failed > 0) return `${count(numbers.failed)} of ${plural(total, noun)} failed`;
  if (numbers.unclear > 0) return `${count(numbers.unclear)} of ${plural(total, noun)} inconclusive`;
  return numbers.passed === total
    ? total === 1
      ? `The ${noun.replace(/s$/, "")} passed`
      : `All ${plural(total, noun)} passed`
    : `${count(numbers.passed)} of ${plural(total, noun)} passed`;
}

function Rate({ counts, required, noun }: { counts: Counts; required: number | null; noun: string }) {
  const { passed, failed, inconclusive, running } = counts;
  const total = countedTotal(counts);
  const rate = passRate(counts);
  const interval = rate === null ? null : wilsonInterval(total, passed);
  const parts = [
    ["passed", passed],
    ["failed", failed],
    ["unclear", inconclusive],
  ] as const;
  // The first verdicts of a run say little about all of them.
  if (running > 0)
    return html`<p class="rate"><strong>${count(total)}</strong><span>of ${plural(total + running, noun)} over so far: ${countsInWords(counts)}. The pass rate follows when all are.</span></p>
      <${Bar} of=${total + running} parts=${parts} />`;
  return html`<p class="rate"><strong>${rate === null ? "–" : percent(rate)}</strong>
      <span>${interval ? `of ${plural(total, noun)} passed; 95% interval ${percent(interval.low)} to ${percent(interval.high)}` : "nothing was evaluated"}</span></p>
    <${Bar} of=${total} parts=${parts} />
    ${
      rate !== null &&
      interval &&
      html`<div class="whisker" aria-hidden="true"><span class="range" style=${{ left: `${interval.low * 100}%`, width: `${(interval.high - interval.low) * 100}%` }}></span>
        <span class="point" style=${{ left: `${rate * 100}%` }}></span>
        ${required !== null && html`<span class="need" style=${{ left: `${required * 100}%` }}></span>`}</div>`
    }
    <ul class="legend">
      ${parts.map(([standing, number]) => html`<li><span class="dot ${standing}"></span>${count(number)} ${wordOf(standing).toLowerCase()}</li>`)}
      ${required !== null && html`<li><span class="tick"></span>${percent(required)} required</li>`}
    </ul>`;
}

function GroupItem({ group, chosen, choose }: { group: Group; chosen: boolean; choose: () => void }) {
  const { cause, standing, rows } = group;
  const at = cause.indexOf(": ");
  const [name, clause] = at > 0 ? [cause.slice(0, at), cause.slice(at + 2)] : [cause, ""];
  return html`<li class="group ${standing}">
    <button class="group-count" aria-pressed=${chosen} onClick=${choose} title="Show only these in the list">
      <strong>${count(rows.length)}</strong><span>${wordOf(standing).toLowerCase()}</span></button>
    <div><p class="group-name"><${Line} text=${name} /></p>
      ${clause && html`<p class="clause"><${Line} text=${clause} /></p>`}
      <p class="group-rows">${rows.slice(0, NAMED).map((row) => html`<a href=${`#/${refOf(row)}`}><${Line} text=${row.name} /></a>`)}
        ${rows.length > NAMED && html`<span class="quiet">and ${count(rows.length - NAMED)} more</span>`}</p></div>
  </li>`;
}
