/** A list of any length. Only its visible part is in the document. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { refOf } from "../model/report.ts";
import type { Row } from "../model/talk.ts";
import { html, Line, Mark, moment, plural } from "./kit.ts";

const HEIGHT = 60;
/** How many rows to draw beyond the visible part, on each side. */
const SPARE = 10;

export function Rows({ rows, label }: { rows: readonly Row[]; label: string }) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(600);
  const [chosen, setChosen] = useState<number>();
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setRoom(box.clientHeight));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  // A filter changes the list, so the selected row is no longer in the same place.
  useLayoutEffect(() => {
    setChosen(undefined);
    list.current?.scrollTo(0, 0);
  }, [rows]);
  useLayoutEffect(() => {
    if (chosen !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-index="${chosen}"]`)?.focus({ preventScroll: true });
  }, [chosen, top]);

  const first = Math.max(0, Math.floor(top / HEIGHT) - SPARE);
  const last = Math.min(rows.length, Math.ceil((top + room) / HEIGHT) + SPARE);

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
    if (to * HEIGHT < box.scrollTop) box.scrollTop = to * HEIGHT;
    if ((to + 1) * HEIGHT > box.scrollTop + box.clientHeight)
      box.scrollTop = (to + 1) * HEIGHT - box.clientHeight;
    setTop(box.scrollTop);
    setChosen(to);
  };

  if (rows.length === 0) return html`<p class="quiet">Nothing matches.</p>`;
  return html`<div class="rows" ref=${list} onScroll=${() => setTop(list.current?.scrollTop ?? 0)} onKeyDown=${move} tabindex="0" role="region" aria-label=${label}>
    <ul style=${{ height: `${rows.length * HEIGHT}px` }}>
      ${rows.slice(first, last).map((row, at) => {
        const index = first + at;
        return html`<li key=${refOf(row)} style=${{ top: `${index * HEIGHT}px` }} aria-setsize=${rows.length} aria-posinset=${index + 1}>
          <a href=${`#/${refOf(row)}`} data-index=${index}>
            <${Mark} of=${row.standing} />
            <span class="row-text"><span class="row-name"><${Line} text=${row.name} /></span>
              <span class="row-why">${row.reason ? html`<${Line} text=${row.reason} />` : ""}</span></span>
            <span class="row-more">${row.turns === null ? "" : plural(row.turns, "turns")}<br />${row.at ? moment(row.at) : ""}</span>
          </a>
        </li>`;
      })}
    </ul>
  </div>`;
}
