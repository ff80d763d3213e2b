/** The calls of an agent, newest first. */
import { useEffect, useState } from "preact/hooks";
import type { Fields } from "../../contract/is-object.ts";
import { shellWord } from "../../lib/shell-word.ts";
import type { JudgedRate } from "../../results/calibration/rates.ts";
import type { Row } from "../../results/talk.ts";
import { type Query, useQuery } from "../router.ts";
import { JudgedRates } from "../views/judged-rates.ts";
import { Command, count, html, Panel, plural, wordOf } from "../views/kit.ts";
import { Rows } from "../views/rows.ts";
import { type CallFilter, calls } from "./data.ts";
import { judgedRatesIn } from "./judged.ts";

/** How long to wait after the last key before querying the service. */
const TYPED_MS = 250;

export function CallsScreen({ id }: { id: string }) {
  const [rows, setRows] = useState<readonly Row[]>();
  const [shown, setShown] = useState<readonly Fields[]>([]);
  const [rates, setRates] = useState<readonly JudgedRate[]>([]);
  const [total, setTotal] = useState(0);
  const [page, setPage] = useState(1);
  const [query, change] = useQuery();
  const filter = filterIn(query);
  const asked = JSON.stringify(filter);
  const [error, setError] = useState<string>();
  useEffect(() => {
    let current = true;
    const ask = () =>
      calls(id, page, filter).then(
        (result) => {
          if (!current) return;
          setError(undefined);
          setTotal(result.total);
          setRows((shown = []) => [...(page === 1 ? [] : shown), ...result.rows]);
          setShown((shown) => [...(page === 1 ? [] : shown), ...result.calls]);
        },
        (fault: Error) => current && setError(fault.message),
      );
    const timer = setTimeout(ask, page === 1 && rows ? TYPED_MS : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, page, asked]);
  useEffect(() => {
    let current = true;
    judgedRatesIn(shown).then(
      (rates) => current && setRates(rates),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [shown]);
  const narrow = (more: CallFilter) => {
    setPage(1);
    change({ ...more });
  };
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return html`<header class="head"><p class="eyebrow"><a href=${`#/agent/${id}`}>Agent ${id}</a></p><h1>${rows ? `${plural(total, "calls")}${isNarrowed ? " found" : ""}` : "Calls"}</h1></header>
    ${error && html`<div class="notice failed" role="alert">${error}</div>`}
    ${!rows && !error && html`<p class="quiet" role="status">Loading…</p>`}
    ${rows && !isNarrowed && total === 0 && html`<p class="quiet">No calls of this agent have been submitted yet.</p>`}
    ${
      rows &&
      (isNarrowed || total > 0) &&
      html`<${Panel} title="Calls" className="listed"><${Filters} filter=${filter} narrow=${narrow} />
        <p class="unseen" role="status">${count(rows.length)} of ${plural(total, "calls")} shown</p>
        <${Rows} rows=${rows} label="Calls" /><//>`
    }
    ${rates.length > 0 && html`<${JudgedRates} rates=${rates} />`}
    ${rows && rows.length < total && html`<p><button onClick=${() => setPage(page + 1)}>Load more (${count(rows.length)} of ${count(total)} shown)</button></p>`}
    ${rows && total === 0 && !isNarrowed ? html`<${Command} label="Next" line="parley evaluate --help" />` : html`<${Command} line=${commandOf(id, filter)} />`}`;
}

/** The filter in an address. What is not an outcome or a time is left out. */
function filterIn(query: Query): CallFilter {
  const time = (text = "") => (Number.isNaN(Date.parse(text)) ? undefined : text);
  return {
    outcome: OUTCOMES.map(([outcome]) => outcome).find((outcome) => outcome === query["outcome"]),
    tag: query["tag"],
    id: query["id"],
    since: time(query["since"]),
    until: time(query["until"]),
  };
}

const OUTCOMES = [
  ["failed", "failed"],
  ["incompleted", "unclear"],
  ["passed", "passed"],
] as const;

function Filters({ filter, narrow }: { filter: CallFilter; narrow: (more: CallFilter) => void }) {
  const entered = (event: Event) => (event.target as HTMLInputElement).value.trim() || undefined;
  const day = (label: string, field: "since" | "until") =>
    html`<label class="quiet">${label} <input type="date" value=${filter[field]?.slice(0, 10) ?? ""} onChange=${(
      event: Event,
    ) => {
      const value = entered(event);
      narrow({ [field]: value && `${value}T00:00:00Z` });
    }} /></label>`;
  return html`<div class="filters">
    <div class="choices" role="group" aria-label="Outcome">
      <button aria-pressed=${filter.outcome === undefined} onClick=${() => narrow({ outcome: undefined })}>All</button>
      ${OUTCOMES.map(([outcome, standing]) => html`<button key=${outcome} aria-pressed=${filter.outcome === outcome} onClick=${() => narrow({ outcome: filter.outcome === outcome ? undefined : outcome })}>${wordOf(standing)}</button>`)}
    </div>
    <input aria-label="Tag" placeholder="Tag" value=${filter.tag ?? ""} onInput=${(event: Event) => narrow({ tag: entered(event) })} />
    <input type="search" data-search aria-label="Id, or how it begins" placeholder="Id" value=${filter.id ?? ""} onInput=${(event: Event) => narrow({ id: entered(event) })} />
    ${day("From", "since")} ${day("before", "until")}
  </div>`;
}

/** The same query on the command line. */
function commandOf(agent_id: string, filter: CallFilter): string {
  const options = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  );
  return ["parley evaluate list", `--agent ${shellWord(agent_id)}`, ...options].join(" ");
}
