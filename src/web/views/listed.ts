/** Rows with filters. The filters are in the address, so the way back keeps them. */
import { useMemo } from "preact/hooks";
import { capitalized } from "../../engine/words/capitalized.ts";
import type { Row, Standing } from "../../results/talk.ts";
import { type Query, useQuery } from "../router.ts";
import { count, html, Line, Mark, Panel, plural, wordOf } from "./kit.ts";
import { inOrder, numbersOf, STANDINGS } from "./order.ts";
import { Rows } from "./rows.ts";

/** What to choose from, besides the outcome: the label, and the values of a row. */
const FACETS = [
  ["tag", "Every tag", (row: Row) => row.tags],
  ["caller", "Every caller", (row: Row) => (row.caller === undefined ? [] : [row.caller])],
  ["criterion", "Every criterion", (row: Row) => row.criteria],
] as const;

const time = ({ at }: Row) => (at === null ? 0 : Date.parse(at));
const long = ({ duration_ms }: Row) => duration_ms ?? 0;

const SORTS: Readonly<Record<string, readonly [label: string, (a: Row, b: Row) => number]>> = {
  newest: ["Newest first", (a, b) => time(b) - time(a)],
  oldest: ["Oldest first", (a, b) => time(a) - time(b)],
  longest: ["Longest first", (a, b) => long(b) - long(a)],
  shortest: ["Shortest first", (a, b) => long(a) - long(b)],
};

/** The rows that a query asks for, in its order. By default, failures come first. */
function matching(rows: readonly Row[], query: Query): readonly Row[] {
  const wanted = (query["q"] ?? "").trim().toLowerCase();
  const kept = rows.filter(
    (row) =>
      (!query["outcome"] || row.standing === query["outcome"]) &&
      (!query["suspected"] || row.suspected.length > 0) &&
      (!query["cause"] || row.causes.includes(query["cause"])) &&
      FACETS.every(([name, , valuesOf]) => !query[name] || valuesOf(row).includes(query[name])) &&
      (wanted === "" || textOf(row).includes(wanted)),
  );
  const [, order] = SORTS[query["sort"] ?? ""] ?? [];
  return order ? kept.toSorted(order) : inOrder(kept);
}

const textOf = ({ name, id, reason, tags, suspected, said = "" }: Row) =>
  `${`${name} ${id} ${reason ?? ""} ${[...tags, ...suspected].join(" ")}`.toLowerCase()}\n${said}`;

export function Listed({ rows, noun }: { rows: readonly Row[]; noun: string }) {
  const [query, change] = useQuery();
  const numbers = useMemo(() => numbersOf(rows), [rows]);
  const asked = JSON.stringify(query);
  const shown = useMemo(() => matching(rows, query), [rows, asked]);
  const facets = useMemo(
    () =>
      FACETS.map(([name, all, valuesOf]) => ({
        name,
        all,
        values: [...new Set(rows.flatMap(valuesOf))].toSorted(),
      })),
    [rows],
  );
  const suspected = useMemo(() => rows.filter((row) => row.suspected.length > 0).length, [rows]);
  const { outcome = "", cause, q = "", sort = "" } = query;
  const choose = (name: string) => (event: Event) =>
    change({ [name]: (event.target as HTMLInputElement | HTMLSelectElement).value });
  const standing = (standing: Standing) =>
    html`<button key=${standing} aria-pressed=${outcome === standing} onClick=${() => change({ outcome: outcome === standing ? "" : standing })}>${wordOf(standing)} <small>${count(numbers[standing])}</small></button>`;
  const searched = rows.some(({ said }) => said !== undefined)
    ? "name, reason or words"
    : "name, reason or id";
  const title = capitalized(noun);
  return html`<${Panel} title=${title} className="listed">
    <div class="filters">
      <div class="choices" role="group" aria-label="Outcome">
        <button aria-pressed=${outcome === ""} onClick=${() => change({ outcome: "" })}>All <small>${count(rows.length)}</small></button>
        ${STANDINGS.filter((standing) => numbers[standing] > 0).map(standing)}
      </div>
      ${(suspected > 0 || query["suspected"]) && html`<div class="choices"><button aria-pressed=${Boolean(query["suspected"])} onClick=${() => change({ suspected: query["suspected"] ? "" : "1" })}>Suspected <small>${count(suspected)}</small></button></div>`}
      ${facets
        .filter(({ name, values }) => values.length > (name === "caller" ? 1 : 0) || query[name])
        .map(
          ({ name, all, values }) =>
            html`<select aria-label=${capitalized(name)} value=${query[name] ?? ""} onChange=${choose(name)}>
            <option value="">${all}</option>${values.map((value) => html`<option value=${value} selected=${query[name] === value}>${value}</option>`)}</select>`,
        )}
      <select aria-label="Order" value=${sort} onChange=${choose("sort")}><option value="">Failures first</option>${Object.entries(SORTS).map(([name, [label]]) => html`<option value=${name} selected=${sort === name}>${label}</option>`)}</select>
      <input type="search" data-search aria-label=${`Filter by ${searched}`} placeholder=${`Filter by ${searched}`} value=${q} onInput=${choose("q")} />
    </div>
    ${cause && html`<p class="filtered"><${Mark} of="failed" /> <${Line} text=${cause} /> <button class="link" onClick=${() => change({ cause: "" })}>Show all</button></p>`}
    <p class="unseen" role="status">${plural(shown.length, noun)} shown</p>
    <${Rows} rows=${shown} label=${title} />
  <//>`;
}
