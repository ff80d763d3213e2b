/** A list of any length. Only its visible part is in the document. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { refOf } from "../../results/report.ts";
import type { Row } from "../../results/talk.ts";
import { count, html, Line, Mark, moment, plural, SuspectMark, span } from "./kit.ts";

/** The least height of a row, and what is assumed of one that was never drawn. */
const HEIGHT = 60;
/** How many rows to draw beyond the visible part, on each side. */
const SPARE = 10;

export function Rows({ rows, label }: { rows: readonly Row[]; label: string }) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(600);
  const [chosen, setChosen] = useState<number>();
  /** A reason is shown whole, so the rows differ in height. */
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let wide = 0;
    const watch = new ResizeObserver(() => {
      setRoom(box.clientHeight);
      if (box.clientWidth === wide) return;
      wide = box.clientWidth;
      heights.current.clear();
      setMeasured((times) => times + 1);
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  // A filter changes the list, so the selected row is no longer in the same place.
  useLayoutEffect(() => {
    setChosen(undefined);
    list.current?.scrollTo(0, 0);
  }, [rows]);
  const tops = useMemo(() => {
    let at = 0;
    const placed = rows.map((row) => {
      const top = at;
      at += heights.current.get(refOf(row)) ?? HEIGHT;
      return top;
    });
    return [...placed, at];
  }, [rows, measured]);
  const topOf = (index: number) => tops[index] ?? 0;
  const first = Math.max(0, firstBelow(tops, top) - 1 - SPARE);
  const last = Math.min(rows.length, firstBelow(tops, top + room) + SPARE);
  useLayoutEffect(() => {
    let changed = false;
    for (const item of list.current?.querySelectorAll<HTMLElement>("li") ?? []) {
      const row = rows[Number(item.dataset["at"])];
      if (!row || (heights.current.get(refOf(row)) ?? HEIGHT) === item.offsetHeight) continue;
      heights.current.set(refOf(row), item.offsetHeight);
      changed = true;
    }
    if (changed) setMeasured((times) => times + 1);
  }, [rows, first, last, measured]);
  useLayoutEffect(() => {
    if (chosen !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-index="${chosen}"]`)?.focus({ preventScroll: true });
  }, [chosen, top]);

  const move = (event: KeyboardEvent) => {
    const box = list.current;
    const from = Number((event.target as HTMLElement).dataset["index"] ?? -1);
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined || !box || to < 0 || to >= rows.length) return;
    event.preventDefault();
    if (topOf(to) < box.scrollTop) box.scrollTop = topOf(to);
    if (topOf(to + 1) > box.scrollTop + box.clientHeight) box.scrollTop = topOf(to + 1) - box.clientHeight;
    setTop(box.scrollTop);
    setChosen(to);
  };

  if (rows.length === 0) return html`<p class="quiet">Nothing matches.</p>`;
  return html`<div class="rows" ref=${list} onScroll=${() => setTop(list.current?.scrollTop ?? 0)} onKeyDown=${move} tabindex="0" role="region" aria-label=${label}>
    <ul style=${{ height: `${topOf(rows.length)}px` }}>
      ${rows.slice(first, last).map((row, at) => {
        const index = first + at;
        return html`<li key=${refOf(row)} data-at=${index} style=${{ top: `${topOf(index)}px` }} aria-setsize=${rows.length} aria-posinset=${index + 1}>
          <a href=${`#/${refOf(row)}`} data-index=${index}>
            <${Mark} of=${row.standing} />
            <span class="row-text"><span class="row-name"><${Line} text=${row.name} />${row.suspected.length > 0 && html` <span class="tag" title="Suspected, not counted"><${SuspectMark} /> ${count(row.suspected.length)} suspected</span>`}</span>
              <span class="row-why">${row.reason ? html`<${Line} text=${row.reason} />` : ""}</span></span>
            <span class="row-more">${[row.turns === null ? "" : plural(row.turns, "turns"), row.duration_ms ? span(row.duration_ms) : ""].filter(Boolean).join(", ")}<br />${row.at ? moment(row.at) : ""}</span>
          </a>
        </li>`;
      })}
    </ul>
  </div>`;
}

/** The index of the first position beyond a height. The positions ascend. */
function firstBelow(tops: readonly number[], height: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) > height) high = middle;
    else low = middle + 1;
  }
  return low;
}
