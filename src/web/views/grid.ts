/** A simulation under several conditions: a cell for each combination, the darker the more passed. */
import { type Cell, pivotCells } from "../../results/grid/grid.ts";
import { factsText, latencyText, passText } from "../../results/grid/words.ts";
import { html, Line, Panel } from "./kit.ts";

/** @param linked whether the numbers of runs lead somewhere */
export function GridPanel({ cells, linked = false }: { cells: readonly Cell[]; linked?: boolean }) {
  const { columns, rows } = pivotCells(cells);
  return html`<${Panel} title="By conditions"><div class="scroll" tabindex="0" role="region" aria-label="By conditions">
    <table class="grid"><thead><tr><th scope="col"><span class="unseen">Conditions</span></th>${columns.map((name) => html`<th scope="col"><${Line} text=${name} /></th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ name, cells: inRow }) =>
        html`<tr><th scope="row"><${Line} text=${name} /></th>${inRow.map(
          (cell) =>
            html`<td style=${shade(cell)}>${cell ? html`<${Figures} cell=${cell} linked=${linked} />` : "–"}</td>`,
        )}</tr>`,
    )}</tbody></table></div>
    <p class="quiet">Of each run: what passed, the facts that came back right, and the median latency, with 95% intervals. Latencies have one from six conversations on.</p><//>`;
}

/** From the colour of failures to that of passes. What was not evaluated has none. */
const shade = (cell: Cell | null) =>
  cell?.pass_rate
    ? {
        background: `color-mix(in srgb, var(--pass-soft) ${Math.round(cell.pass_rate.value * 100)}%, var(--fail-soft))`,
      }
    : {};

function Figures({ cell, linked }: { cell: Cell; linked: boolean }) {
  const { simulation_run_id: run } = cell;
  const name = run === null ? "" : `run ${run}`;
  return html`<strong>${passText(cell)}</strong><br />facts ${factsText(cell)}<br />latency ${latencyText(cell)}<br />
    ${linked && run !== null ? html`<a href=${`#/run/${run}`}>${name}</a>` : name}`;
}
