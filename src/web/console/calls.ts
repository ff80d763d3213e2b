/** The calls of an agent, newest first. */
import { useEffect, useState } from "preact/hooks";
import type { Row } from "../model/talk.ts";
import { Command, count, html, plural } from "../views/kit.ts";
import { Listed } from "../views/overview.ts";
import { calls } from "./data.ts";

export function CallsScreen({ id }: { id: string }) {
  const [rows, setRows] = useState<readonly Row[]>();
  const [total, setTotal] = useState(0);
  const [page, setPage] = useState(1);
  const [error, setError] = useState<string>();
  useEffect(() => {
    let current = true;
    calls(id, page).then(
      (found) => {
        if (!current) return;
        setTotal(found.total);
        setRows((before = []) => [...(page === 1 ? [] : before), ...found.rows]);
      },
      (fault: Error) => current && setError(fault.message),
    );
    return () => {
      current = false;
    };
  }, [id, page]);
  return html`<header class="head"><p class="eyebrow"><a href=${`#/agent/${id}`}>Agent ${id}</a></p><h1>${rows ? plural(total, "calls") : "Calls"}</h1></header>
    ${error && html`<div class="notice failed" role="alert">${error}</div>`}
    ${rows ? (rows.length > 0 ? html`<${Listed} rows=${rows} noun="calls" />` : html`<p class="quiet">No call of this agent was submitted yet.</p>`) : html`<p class="quiet" role="status">Loading…</p>`}
    ${rows && rows.length < total && html`<p><button onClick=${() => setPage(page + 1)}>Load more: ${count(rows.length)} of ${count(total)} are here</button></p>`}
    <${Command} line=${rows && rows.length === 0 ? "parley evaluate --help" : `parley api GET /v1/retrieve-call-logs/${id}`} />`;
}
