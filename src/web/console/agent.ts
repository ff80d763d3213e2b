/** An agent over time: the results of its runs and calls, and when versions were released. */
import { useEffect, useRef, useState } from "preact/hooks";
import { passRate } from "../../contract/rules/outcomes.ts";
import { Command, html, Line, moment, Panel, percent, plural, Show, span, useLoaded } from "../views/kit.ts";
import {
  type CallPoint,
  callPoints,
  agent as loadAgent,
  moves as loadMoves,
  runs as loadRuns,
  type Move,
  type Run,
} from "./data.ts";
import { Runs } from "./home.ts";

interface Found {
  readonly name: string;
  readonly runs: readonly Run[];
  readonly calls: readonly CallPoint[];
  readonly moves: readonly Move[];
}

const load = async (id: string): Promise<Found> => {
  const [{ name }, runs, calls, moves] = await Promise.all([
    loadAgent(id),
    loadRuns(id),
    callPoints(id),
    loadMoves(id),
  ]);
  return { name, runs, calls, moves };
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From this length on, the axis is in days. */
const LONG_MS = 3 * DAY_MS;

export function AgentScreen({ id }: { id: string }) {
  const loaded = useLoaded(() => load(id), [id]);
  return html`<${Show} of=${loaded}>${(found: Found) => html`<${Shown} id=${id} found=${found} />`}<//>`;
}

function Shown({ id, found: { name, runs, calls, moves } }: { id: string; found: Found }) {
  const decided = runs.flatMap(({ at, counts, isOver, id: run }) => {
    const value = isOver ? passRate(counts) : null;
    return value === null ? [] : [{ began: at, value, name: `run ${run}` }];
  });
  const inOrder = decided.toSorted((a, b) => a.began.localeCompare(b.began));
  const began = inOrder.map((run) => Date.parse(run.began));
  const rates = inOrder.map(({ value, name: run }, index) => ({ at: index, value, name: run }));
  const released = moves.filter(({ label, to }) => label === "production" && to !== null);
  const marks = released.map(({ at, kind, to }) => ({
    at: Date.parse(at),
    text: `${kind === "prompt" ? "prompt" : "kb"} v${to}`,
  }));
  const times = [...began, ...calls.map(({ at }) => Date.parse(at)), ...marks.map(({ at }) => at)].filter(
    (at) => !Number.isNaN(at),
  );
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const isLong = last - first >= LONG_MS;
  const unit = isLong ? DAY_MS : HOUR_MS;
  const days = by(unit, calls);
  // The axis covers what happened, so that a first day fills it as a year does.
  const from = Math.min(first, ...days.map(({ at }) => at));
  const margin = Math.max(last - from, 60_000) * 0.03;
  const frame = { from: from - margin, to: last + margin, marks };
  // Runs have equal distances: many of one day would otherwise lie on each other.
  const byRun = {
    from: -0.5,
    to: Math.max(began.length - 0.5, 0.5),
    marks: marks.map((mark) => ({ ...mark, at: placeAmong(began, mark.at) })),
    dateOf: (place: number) => began[Math.max(0, Math.min(began.length - 1, Math.round(place)))] ?? 0,
  };
  return html`<header class="head"><p class="eyebrow">Agent ${id}</p><h1><${Line} text=${name} /></h1>
      <p class="agent-links"><a href=${`#/calls/${id}`}>Calls</a><a href=${`#/prompts/${id}`}>Prompts</a><a href=${`#/knowledge-bases/${id}`}>Knowledge bases</a><a href=${`#/connect/${id}`}>Connect</a></p></header>
    ${times.length === 0 ? html`<p class="quiet">This agent has no runs and no calls yet.</p>` : ""}
    ${rates.length > 0 && html`<${Panel} title="Pass rate of runs"><${Chart} ...${byRun} lines=${[{ name: "pass rate", className: "passed", points: rates }]} top=${1} show=${percent} /><//>`}
    ${
      days.length > 0 &&
      html`<div class="columns even"><${Panel} title="Response latency of calls"><${Chart} ...${frame} show=${span}
          lines=${[
            {
              name: "p50",
              className: "agent",
              points: days.flatMap(({ at, p50 }) => (p50 === null ? [] : [{ at, value: p50, name: "p50" }])),
            },
            {
              name: "p95",
              className: "unclear",
              points: days.flatMap(({ at, p95 }) => (p95 === null ? [] : [{ at, value: p95, name: "p95" }])),
            },
          ]} /><//>
        <${Panel} title=${isLong ? "Calls a day" : "Calls an hour"}><${Chart} ...${frame} show=${String} lines=${[{ name: "calls", className: "user", points: days.map(({ at, calls: value }) => ({ at, value, name: "calls" })) }]} /><//></div>
      <p class="quiet">By the latest ${plural(calls.length, "calls")}.</p>`
    }
    <${Panel} title="Runs"><${Runs} runs=${runs} /><//>
    ${released.length > 0 && html`<${Panel} title="Releases"><ul class="ended">${released.map((move) => html`<li><span><strong>${move.kind === "prompt" ? "Prompt" : "Knowledge base"} version ${move.to}</strong> ${move.from === null ? "" : `after version ${move.from}`}</span> <span class="quiet">${moment(move.at)}${move.by ? ` by ${move.by}` : ""}</span></li>`)}</ul><//>`}
    <${Command} line=${`parley prompts history --agent ${id}`} />`;
}

/** Where a moment lies among others, in order: 1.5 is between the second and the third. */
function placeAmong(times: readonly number[], at: number): number {
  const after = times.findIndex((time) => time > at);
  return (after < 0 ? times.length : after) - 0.5;
}

/** @param unit the length of a part: a day, or an hour */
function by(unit: number, calls: readonly CallPoint[]) {
  const days = new Map<number, CallPoint[]>();
  for (const call of calls) {
    const at = Date.parse(call.at);
    if (Number.isNaN(at)) continue;
    const day = Math.floor(at / unit) * unit;
    days.set(day, [...(days.get(day) ?? []), call]);
  }
  const median = (values: readonly (number | null)[]) => {
    const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? null;
  };
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([at, points]) => ({
      at,
      calls: points.length,
      p50: median(points.map(({ p50 }) => p50)),
      p95: median(points.map(({ p95 }) => p95)),
    }));
}

interface Point {
  readonly at: number;
  readonly value: number;
  readonly name: string;
}

interface ChartProps {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  readonly lines: readonly {
    readonly name: string;
    readonly className: string;
    readonly points: readonly Point[];
  }[];
  /** The highest value of the axis. By default, that of the points. */
  readonly top?: number;
  readonly show: (value: number) => string;
  /** The time at a place of the axis, if the places are not times themselves. */
  readonly dateOf?: (place: number) => number;
}

const HEIGHT = 150;
const [LEFT, RIGHT, ABOVE, BELOW] = [52, 8, 18, 20];

/** Room for the name of a release. */
const MARK_WIDTH = 70;

/** The positions of the marks with enough room for their names, latest first. */
function withRoom(places: readonly number[]): ReadonlySet<number> {
  const named = new Set<number>();
  let next = Number.POSITIVE_INFINITY;
  const latestFirst = [...places.entries()].sort(([i, a], [j, b]) => b - a || j - i);
  for (const [index, place] of latestFirst) {
    if (next - place < MARK_WIDTH) continue;
    named.add(index);
    next = place;
  }
  return named;
}

function Chart({ from, to, marks, lines, top, show, dateOf = (at) => at }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const highest = top ?? Math.max(1e-9, ...lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const x = (at: number) => LEFT + ((at - from) / (to - from)) * (width - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BELOW - (value / highest) * (HEIGHT - ABOVE - BELOW);
  const clock = dateOf(to) - dateOf(from) < LONG_MS ? ({ hour: "2-digit", minute: "2-digit" } as const) : {};
  const date = (at: number) =>
    new Date(dateOf(at)).toLocaleString("en-GB", { day: "numeric", month: "short", ...clock });
  const said = lines
    .map(
      ({ name, points }) =>
        `${name}: ${points.map(({ at, value }) => `${date(at)} ${show(value)}`).join(", ")}`,
    )
    .join("; ");
  if (lines.every(({ points }) => points.length === 0))
    return html`<p class="quiet">Nothing was measured yet.</p>`;
  const named = withRoom(marks.map(({ at }) => x(at)));
  return html`<div class="chart" ref=${box}><svg width=${width} height=${HEIGHT} role="img" aria-label=${said}>
      ${[0, 0.5, 1].map((part) => html`<g><line class="grid" x1=${LEFT} x2=${width - RIGHT} y1=${y(highest * part)} y2=${y(highest * part)} /><text x=${LEFT - 6} y=${y(highest * part) + 4} text-anchor="end">${show(highest * part)}</text></g>`)}
      ${marks.map(({ at, text }, index) => html`<g><line class="release" x1=${x(at)} x2=${x(at)} y1=${ABOVE - 4} y2=${HEIGHT - BELOW} />${named.has(index) && html`<text class="release-name" x=${Math.min(x(at) + 4, width - MARK_WIDTH)} y="12">${text}</text>`}</g>`)}
      ${lines.map(({ points, className }) => {
        const sorted = points.toSorted((a, b) => a.at - b.at);
        return html`<g class=${className}><polyline points=${sorted.map(({ at, value }) => `${x(at)},${y(value)}`).join(" ")} />${sorted.map(({ at, value, name }) => html`<circle cx=${x(at)} cy=${y(value)} r="3.5"><title>${`${name}, ${date(at)}: ${show(value)}`}</title></circle>`)}</g>`;
      })}
      <text x=${LEFT} y=${HEIGHT - 4}>${date(from)}</text><text x=${width - RIGHT} y=${HEIGHT - 4} text-anchor="end">${date(to)}</text>
    </svg>${lines.length > 1 && html`<ul class="legend">${lines.map(({ name, className }) => html`<li><span class="dot ${className}"></span>${name}</li>`)}</ul>`}</div>`;
}
