/** Two versions or runs side by side: what flipped, what was measured, and how the prompt changed. */
import { useState } from "preact/hooks";
import { countOutcomes, passRate } from "../../contract/rules/outcomes.ts";
import { quantity } from "../../results/quantity.ts";
import type { Change, Compared } from "../../results/report.ts";
import type { Standing } from "../../results/talk.ts";
import { Bar, Chip, Command, count, html, Line, Mark, Panel, percent, plural } from "./kit.ts";
import { visible } from "./visible.ts";

function rateOf(passed: number, n: number): string {
  const rate = passRate({ ...countOutcomes([]), passed, failed: n - passed });
  return rate === null ? "–" : percent(rate);
}

export function CompareScreen({ of }: { of: Compared }) {
  const { a, b, outcome, pairs, metrics, ids } = of;
  const [all, setAll] = useState(false);
  const listed = pairs.map((pair, at) => ({ ...pair, ids: ids[at] ?? ([null, null] as const) }));
  const numbered = listed.filter(({ ids: [left, right] }) => left !== null && right !== null);
  const alone = [
    [a, listed.filter(({ ids: [left, right] }) => left !== null && right === null).length],
    [b, listed.filter(({ ids: [left, right] }) => left === null && right !== null).length],
  ] as const;
  const flipped = numbered.filter((pair) => pair.a !== pair.b);
  const shown = all ? numbered : flipped;
  const moved = metrics.filter(
    ({ median_difference, significant }) => median_difference !== 0 || significant,
  );
  return html`<header class="head">
      <p class="eyebrow">Comparison</p>
      <h1><${Line} text=${a} /> <span class="quiet">→</span> <${Line} text=${b} /></h1>
      <p class="judgement"><${Chip} ...${verdictOf(of)} /> <span>${sentenceOf(of)}</span></p>
    </header>
    <div class="columns even">
      ${[
        { name: a, passed: outcome.passed_a, only: outcome.only_a },
        { name: b, passed: outcome.passed_b, only: outcome.only_b },
      ].map(
        ({ name, passed, only }) => html`<section class="panel"><h2><${Line} text=${name} /></h2>
          <p class="rate"><strong>${rateOf(passed, outcome.n)}</strong><span>${count(passed)} of ${plural(outcome.n, "pairs")} passed; ${count(only)} passed only here</span></p>
          <${Bar} of=${outcome.n} parts=${[["passed", passed], ["failed", outcome.n - passed]]} /></section>`,
      )}
    </div>
    <${Panel} title=${all ? "All pairs" : "What flipped"}>
      ${
        shown.length === 0
          ? html`<p class="quiet">${numbered.length === 0 ? "The two sides have no caller in common." : "No conversation had a different outcome."}</p>`
          : html`<div class="scroll" tabindex="0" role="region" aria-label="Pairs"><table><thead><tr><th scope="col">Digital human</th><th scope="col"><${Line} text=${a} /></th><th scope="col"><${Line} text=${b} /></th></tr></thead>
            <tbody>${shown.slice(0, PAIRS).map(
              (
                pair,
              ) => html`<tr><th scope="row"><${Line} text=${pair.name} />${pair.repetition > 1 ? `, run ${pair.repetition}` : ""}</th>
              <td><${Side} outcome=${pair.a} id=${pair.ids[0]} /></td><td><${Side} outcome=${pair.b} id=${pair.ids[1]} /></td></tr>`,
            )}</tbody></table></div>
            ${shown.length > PAIRS && html`<p class="quiet">and ${plural(shown.length - PAIRS, "more pairs")}</p>`}`
      }
      <button onClick=${() => setAll(!all)}>${all ? "Show only what flipped" : `Show all ${plural(numbered.length, "pairs")}`}</button>
      ${alone.map(([name, number]) => number > 0 && html`<p class="quiet">${plural(number, "conversations")} only in <${Line} text=${name} />: ${number === 1 ? "it has" : "they have"} no counterpart to compare with.</p>`)}
    <//>
    ${
      metrics.length > 0 &&
      html`<${Panel} title="What was measured">${
        moved.length === 0
          ? html`<p class="quiet">${plural(metrics.length, "metrics")} equal.</p>`
          : html`<div class="scroll" tabindex="0" role="region" aria-label="Measurements"><table class="numbers"><thead><tr><th scope="col">Metric</th><th scope="col"><${Line} text=${a} /></th><th scope="col"><${Line} text=${b} /></th><th scope="col">Median change</th><th scope="col">p</th></tr></thead>
            <tbody>${moved.map((one) => html`<tr class=${one.significant ? "significant" : ""}><th scope="row"><code>${one.metric}</code></th><td>${quantity(one.mean_a)}</td><td>${quantity(one.mean_b)}</td><td>${one.median_difference > 0 ? "+" : ""}${quantity(one.median_difference)}</td><td>${quantity(one.p)}${one.significant ? " *" : ""}</td></tr>`)}</tbody></table></div>
            <p class="quiet">Means over pairs. p is Wilcoxon's signed-rank test with Holm's correction; * marks p below 0.05. ${metrics.length > moved.length ? `${plural(metrics.length - moved.length, "more metrics")} did not change.` : ""}</p>`
      }<//>`
    }
    ${of.changes.map((change) => html`<${Changed} key=${change.what} of=${change} a=${a} b=${b} />`)}
    <${Command} line=${of.command} />`;
}

const PAIRS = 250;

/** The difference between the versions of one kind that the sides have tested. */
function Changed({ of: { what, a: from, b: to, diff }, a, b }: { of: Change; a: string; b: string }) {
  const tested = (version: number | null) => (version === null ? `no ${what}` : `version ${version}`);
  return html`<${Panel} title=${`What changed in the ${what}`}>
    <p class="quiet">${
      from === to
        ? html`Both tested ${tested(from)} of the ${what}.`
        : html`<${Line} text=${a} /> tested ${tested(from)}, <${Line} text=${b} /> ${tested(to)}.`
    } ${from !== to && diff === "" && "The texts are the same."}</p>
    ${diff && html`<${Diff} text=${diff} />`}<//>`;
}

const STANDINGS: Readonly<Record<string, Standing>> = {
  passed: "passed",
  failed: "failed",
  incompleted: "unclear",
};

const Side = ({ outcome, id }: { outcome: string | null; id: string | null }) => {
  const standing = STANDINGS[outcome ?? ""] ?? "none";
  return id === null
    ? html`<${Mark} of=${standing} />`
    : html`<a href=${`#/conversation/${id}`}><${Chip} of=${standing} /></a>`;
};

function verdictOf({ verdict }: Compared): { of: Standing; word: string } {
  if (verdict === "b_better") return { of: "passed", word: "Better" };
  if (verdict === "a_better") return { of: "failed", word: "Worse" };
  return { of: "unclear", word: verdict === "no_difference" ? "No difference shown" : "Nothing to compare" };
}

function sentenceOf({ verdict, outcome, a, b }: Compared): string {
  if (verdict === "not_evaluated") return "no pair of conversations was judged";
  const test = `p = ${quantity(outcome.p)} by McNemar's exact test on ${plural(outcome.only_a + outcome.only_b, "pairs")} that differ`;
  if (verdict === "no_difference") return `${test}; that does not prove that there is none`;
  return `${visible(b)} is ${verdict === "b_better" ? "better" : "worse"} than ${visible(a)}: ${test}`;
}

/** A unified diff, line by line. */
export const Diff = ({ text }: { text: string }) =>
  html`<pre class="diff" tabindex="0">${text
    .split("\n")
    .filter((line) => !/^(?:---|\+\+\+|===|\\)/.test(line))
    .map(
      (line) =>
        html`<span class=${line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : line.startsWith("@@") ? "hunk" : ""}>${visible(line)}${"\n"}</span>`,
    )}</pre>`;
