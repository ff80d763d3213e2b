/** A conversation or a call: what was said, the verdicts, and their evidence. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { inOrder } from "../../engine/transcript/in-order.ts";
import { clock, quantity } from "../../results/quantity.ts";
import { refOf } from "../../results/report.ts";
import type { Evidence, Row, Standing, Suspicion, Talk, ToolUse, Turn, Verdict } from "../../results/talk.ts";
import { CallerPanel } from "./caller.ts";
import { Chip, Command, count, Facts, html, Line, Mark, Panel, Said, SuspectMark, span } from "./kit.ts";
import { type Player, Timeline } from "./timeline.ts";
import { TracesPanel } from "./traces.ts";
import { visible } from "./visible.ts";

export interface TalkProps {
  readonly talk: Talk;
  /** The list that it belongs to. */
  readonly up?: { readonly to: string; readonly text: string } | undefined;
  /** Addresses of the previous and the next failure. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Marks a verdict as right or wrong. Absent if that cannot be stored. */
  readonly marking?: (verdict: Verdict) => unknown;
  /** All conversations of the same caller in its run, with this one. */
  readonly siblings?: readonly Row[];
  /** Whether callers, agents and runs have pages to link to. */
  readonly linked?: boolean;
  /** Shown below the transcript, such as a form to answer. */
  readonly below?: unknown;
}

export function TalkScreen({
  talk,
  up,
  before,
  after,
  siblings = [],
  linked = false,
  marking,
  below,
}: TalkProps) {
  const player = useRef<Player | null>(null);
  const [chosen, setChosen] = useState<string>();
  const entries = useMemo(() => entriesOf(talk), [talk]);
  const isOpen = ({ standing }: Verdict) => standing === "failed" || standing === "unclear";
  // In a conversation that passed, nothing decisive is open.
  const bad = talk.standing === "passed" ? [] : talk.verdicts.filter(isOpen);
  const others = talk.verdicts.filter((verdict) => !bad.includes(verdict));
  const unapplied = others.filter(
    ({ isDecided, standing }) => !isDecided && (standing === "none" || standing === "unclear"),
  );
  const decided = others.filter((verdict) => !unapplied.includes(verdict));
  const marks = useMemo(() => marksOf(talk), [talk]);
  // A failure because something never happened has no turn.
  const missing = talk.verdicts.filter(
    ({ standing, evidence }) => standing === "failed" && !evidence.some(hasEntry),
  );
  const flags = useMemo(
    () =>
      talk.verdicts
        .filter(({ standing }) => standing === "failed")
        .flatMap(({ evidence }) =>
          evidence.flatMap(({ turn }) => (turn === undefined ? [] : (talk.turns[turn]?.at_ms ?? []))),
        ),
    [talk],
  );

  const go = ({ turn, tool, at_ms }: Evidence) => {
    const place = turn !== undefined ? `turn-${turn}` : tool !== undefined ? `tool-${tool}` : undefined;
    const ms = turn !== undefined ? talk.turns[turn]?.at_ms : at_ms;
    if (ms !== undefined && ms !== null) player.current?.seek(ms);
    setChosen(place);
    if (place) document.getElementById(place)?.scrollIntoView({ block: "center", behavior: "smooth" });
  };
  const nearest = (ms: number) => {
    const turn = talk.turns.findLastIndex(({ at_ms }) => at_ms !== null && at_ms <= ms);
    setChosen(turn < 0 ? undefined : `turn-${turn}`);
  };
  useLayoutEffect(() => {
    const play = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.key !== " " ||
        event.ctrlKey ||
        event.metaKey ||
        /^(?:INPUT|TEXTAREA|SELECT|BUTTON|A|SUMMARY)$/.test(target.tagName)
      )
        return;
      event.preventDefault();
      player.current?.toggle();
    };
    document.addEventListener("keydown", play);
    return () => document.removeEventListener("keydown", play);
  }, []);

  const timed = talk.turns.some(({ at_ms }) => at_ms !== null) || talk.audio !== null;
  return html`<header class="head">
      <p class="eyebrow">${up && html`<a href=${`#/${up.to}`}><${Line} text=${up.text} /></a> · `}${talk.kind === "call" ? "Call" : "Conversation"} <${Line} text=${talk.id} /></p>
      <h1><${Line} text=${talk.name} /></h1>
      <p class="judgement"><${Chip} of=${talk.standing} />${talk.reason && html`<span><${Line} text=${talk.reason} /></span>`}</p>
      ${talk.notes.map((note) => html`<p class="note"><${Line} text=${note} /></p>`)}
      ${siblings.length > 1 && html`<${Repetitions} rows=${siblings} current=${talk.id} />`}
      <nav class="between" aria-label="Failures">
        ${before && html`<a href=${`#/${before}`} rel="prev"><kbd>k</kbd> Previous failure</a>`}
        ${after && html`<a href=${`#/${after}`} rel="next">Next failure <kbd>j</kbd></a>`}
      </nav>
    </header>
    ${timed && html`<section class="panel" aria-label="Timeline"><${Timeline} talk=${talk} marks=${flags} player=${player} onMoment=${nearest} /></section>`}
    ${
      bad.length > 0 &&
      html`<${Panel} title="What did not pass"><ul class="verdicts">
      ${bad.map((verdict) => html`<${VerdictItem} key=${verdict.name} verdict=${verdict} go=${go} marking=${marking} />`)}</ul><//>`
    }
    ${talk.suspicions.length > 0 && html`<${Suspected} of=${talk.suspicions} open=${bad.length === 0} go=${go} />`}
    ${talk.end_state && html`<${EndState} of=${talk.end_state} go=${go} />`}
    ${talk.facts_heard.length > 0 && html`<${FactsHeard} of=${talk.facts_heard} go=${go} />`}
    <div class="columns talk">
      <${Panel} title="What was said" className="transcript">
        ${
          entries.length === 0
            ? html`<p class="quiet">Nothing was said yet.</p>`
            : html`<ol class="turns">
          ${entries.map((entry) =>
            entry.turn
              ? html`<${TurnItem} key=${entry.id} id=${entry.id} turn=${entry.turn} wait=${entry.wait} marks=${marks.get(entry.id) ?? []} chosen=${chosen === entry.id} go=${() => go({ text: "", turn: entry.index })} />`
              : entry.tool &&
                html`<${ToolItem} key=${entry.id} id=${entry.id} tool=${entry.tool} marks=${marks.get(entry.id) ?? []} chosen=${chosen === entry.id} />`,
          )}
          ${
            missing.length > 0 &&
            html`<li id="end" class="turn guilty"><span class="at">end</span><div class="turn-body"><p class="who">Not by the end</p><${Marks} marks=${missing} /></div></li>`
          }
        </ol>`
        }
        ${below}
      <//>
      <div class="aside">
        ${talk.caller && html`<${CallerPanel} of=${talk.caller} to=${linked ? `digital-human/${talk.caller.id}` : undefined} />`}
        ${
          others.length > 0 &&
          html`<${Panel} title=${bad.length > 0 ? "Other verdicts" : "Verdicts"}>
          ${decided.length > 0 && html`<ul class="verdicts small">${decided.map((verdict) => html`<${VerdictItem} key=${verdict.name} verdict=${verdict} go=${go} marking=${marking} />`)}</ul>`}
          ${unapplied.length > 0 && html`<details class="unapplied"><summary>${unappliedSentence(unapplied)}</summary><ul class="verdicts small">${unapplied.map((verdict) => html`<${VerdictItem} key=${verdict.name} verdict=${verdict} go=${go} />`)}</ul></details>`}<//>`
        }
        ${talk.figures.length > 0 && html`<${Panel} title="Measured"><dl class="figures">${talk.figures.map(({ id, value, unit }) => html`<div><dt>${id}</dt><dd>${quantity(value, unit)}</dd></div>`)}</dl><//>`}
        ${talk.traces && html`<${TracesPanel} of=${talk.traces} />`}
        <${Panel} title="About"><${Facts} pairs=${talk.facts} linked=${linked} /><//>
      </div>
    </div>
    <${Command} line=${talk.command} />`;
}

/** `12 not applicable, 1 not evaluated` */
function unappliedSentence(verdicts: readonly Verdict[]): string {
  const idle = verdicts.filter(({ value }) => value.startsWith("not applicable")).length;
  const open = verdicts.length - idle;
  return [idle > 0 && `${idle} not applicable`, open > 0 && `${open} not evaluated`]
    .filter(Boolean)
    .join(", ");
}

/** The conversations of one caller, as tabs. */
const Repetitions = ({ rows, current }: { rows: readonly Row[]; current: string }) =>
  html`<nav class="repetitions" aria-label="Conversations of this caller">${rows.map(
    (row, at) =>
      html`<a key=${row.id} href=${`#/${refOf(row)}`} aria-current=${row.id === current ? "page" : undefined}><${Mark} of=${row.standing} /> ${row.repetition ?? at + 1}</a>`,
  )}</nav>`;

/** What was said and which tools were called, without verdicts. */
export const Transcript = ({ talk }: { talk: Talk }) =>
  html`<ol class="turns">${entriesOf(talk).map((entry) =>
    entry.turn
      ? html`<${TurnItem} key=${entry.id} id=${entry.id} turn=${{ ...entry.turn, at_ms: null }} wait=${entry.wait} marks=${[]} chosen=${false} go=${() => undefined} />`
      : entry.tool &&
        html`<${ToolItem} key=${entry.id} id=${entry.id} tool=${entry.tool} marks=${[]} chosen=${false} />`,
  )}</ol>`;

function VerdictItem({
  verdict,
  go,
  marking,
}: {
  verdict: Verdict;
  go: (to: Evidence) => void;
  marking: TalkProps["marking"];
}) {
  const { name, standing, value, why, clauses, evidence } = verdict;
  const isOpen = standing === "failed" || standing === "unclear";
  return html`<li class="verdict ${standing}">
    <${Mark} of=${standing} />
    <div class="verdict-body"><p class="verdict-name"><strong><${Line} text=${name} /></strong><span class="verdict-value">${visible(value)}</span></p>
    ${isOpen && why && !value.includes(`(${why})`) && html`<p class="why"><${Said} text=${why} /></p>`}
    ${isOpen && clauses.some(({ text }) => clauses.length > 1 || !why?.includes(text)) && html`<ul class="clauses">${clauses.map(({ text, holds, decided }) => html`<li class=${decided ? "decided" : ""}><code>${visible(text)}</code> <span>${holds === null ? "not known" : holds ? "true" : "false"}</span></li>`)}</ul>`}
    <${Places} of=${evidence} go=${go} />
    ${verdict.isDecided && marking?.(verdict)}</div>
  </li>`;
}

/** What a verdict rests on, as buttons that lead there. */
function Places({ of, go }: { of: readonly Evidence[]; go: (to: Evidence) => void }) {
  const places = of.filter(
    ({ turn, tool, at_ms }) => turn !== undefined || tool !== undefined || at_ms !== undefined,
  );
  return (
    places.length > 0 &&
    html`<p class="places">${places.slice(0, 6).map((place) => html`<button class="place" onClick=${() => go(place)}><span aria-hidden="true">↳</span> ${placeName(place)}</button>`)}</p>`
  );
}

interface SuspectedProps {
  readonly of: readonly Suspicion[];
  /** Next to what failed, it is folded. */
  readonly open: boolean;
  readonly go: (to: Evidence) => void;
}

/** What proposed policies would say, apart from what counts. */
const Suspected = ({ of, open, go }: SuspectedProps) =>
  html`<${Panel} title="Suspected, not counted" className="suspected"><details open=${open}><summary>${of.length === 1 ? "1 policy" : `${count(of.length)} policies`} that nobody has accepted</summary>
    <ul class="verdicts">${of.map(
      ({ sentence, reads, evidence }) => html`<li class="verdict"><${SuspectMark} />
      <div class="verdict-body"><p class="verdict-name"><strong><${Line} text=${sentence} /></strong></p>
      <p class="quiet">Read as: <${Line} text=${reads} /></p>
      <${Places} of=${evidence} go=${go} /></div></li>`,
    )}</ul>
    <p class="quiet"><code>parley policies review</code> decides whether they count.</p></details><//>`;

/** What became of the tables of the conversation's world. */
const EndState = ({ of, go }: { of: readonly Evidence[]; go: (to: Evidence) => void }) =>
  html`<${Panel} title="What became of the tables">${
    of.length === 0
      ? html`<p class="quiet">Nothing has changed.</p>`
      : html`<${PlaceList} of=${of} go=${go} />`
  }<//>`;

/** Whether the agent heard the facts of the caller right. */
const FactsHeard = ({ of, go }: { of: readonly Evidence[]; go: (to: Evidence) => void }) =>
  html`<${Panel} title="What the agent heard"><${PlaceList} of=${of} go=${go} /><//>`;

const PlaceList = ({ of, go }: { of: readonly Evidence[]; go: (to: Evidence) => void }) =>
  html`<ul class="verdict-body">${of.map((row) => html`<li>${hasEntry(row) ? html`<button class="place" onClick=${() => go(row)}><${Line} text=${row.text} /></button>` : html`<${Line} text=${row.text} />`}</li>`)}</ul>`;

const hasEntry = ({ turn, tool }: Evidence) => turn !== undefined || tool !== undefined;

const placeName = ({ turn, tool, at_ms, text }: Evidence) =>
  html`${turn !== undefined ? `Turn ${turn + 1}` : tool !== undefined ? `Tool call ${tool + 1}` : "Moment"}${at_ms === undefined ? "" : ` at ${clock(at_ms)}`}: <${Line} text=${text} />`;

/** A mark on an entry: a verdict for which it is evidence. */
interface Marked {
  readonly name: string;
  readonly standing: Standing;
}

/** Verdicts by the entry that is their evidence. */
function marksOf({ verdicts }: Talk): Map<string, Marked[]> {
  const marks = new Map<string, Marked[]>();
  for (const { name, standing, evidence } of verdicts) {
    if (standing !== "failed" && standing !== "passed") continue;
    for (const { turn, tool } of evidence) {
      const id = turn !== undefined ? `turn-${turn}` : tool !== undefined ? `tool-${tool}` : undefined;
      if (!id || marks.get(id)?.some((mark) => mark.name === name)) continue;
      marks.set(id, [...(marks.get(id) ?? []), { name, standing }]);
    }
  }
  return marks;
}

interface Entry {
  readonly id: string;
  readonly index: number;
  readonly turn?: Turn;
  readonly tool?: ToolUse;
  /** How long the agent took for this turn. */
  readonly wait?: number | undefined;
}

/** Turns and tool calls in order. */
function entriesOf({ turns, tools, waits }: Talk): Entry[] {
  const said = turns.map((turn, index) => ({
    id: `turn-${index}`,
    index,
    turn,
    wait: waitFor(turn, turns[index - 1], waits),
    at_ms: turn.at_ms,
    isAgent: turn.side === "agent",
  }));
  const called = tools.map((tool, index) => ({ id: `tool-${index}`, index, tool, at_ms: tool.at_ms }));
  return inOrder<Entry & { at_ms: number | null }>(said, called);
}

/** How far the recording may differ from the transcript. */
const NEAR_MS = 400;

function waitFor(turn: Turn, last: Turn | undefined, waits: Talk["waits"]): number | undefined {
  if (turn.side !== "agent" || turn.at_ms === null) return undefined;
  const { at_ms } = turn;
  const measured = waits.find(({ end_ms }) => Math.abs(end_ms - at_ms) <= NEAR_MS);
  if (measured) return measured.end_ms - measured.start_ms;
  return last?.side === "user" && last.at_ms !== null && last.end_ms === null
    ? at_ms - last.at_ms
    : undefined;
}

interface TurnProps {
  readonly id: string;
  readonly turn: Turn;
  readonly wait: number | undefined;
  readonly marks: readonly Marked[];
  readonly chosen: boolean;
  readonly go: () => void;
}

/** From this length, callers notice a wait. */
const LONG_MS = 3000;

function TurnItem({ id, turn, wait, marks, chosen, go }: TurnProps) {
  const isGuilty = marks.some(({ standing }) => standing === "failed");
  return html`<li id=${id} class="turn ${turn.side} ${isGuilty ? "guilty" : ""} ${chosen ? "chosen" : ""}" aria-current=${chosen ? "true" : undefined}>
    ${turn.at_ms === null ? html`<span class="at"></span>` : html`<button class="at" onClick=${go} aria-label=${`Go to ${clock(turn.at_ms)}`}>${clock(turn.at_ms)}</button>`}
    <div class="turn-body"><p class="who">${turn.side === "agent" ? "Agent" : turn.side === "user" ? "Caller" : html`<${Line} text=${turn.speaker ?? "?"} />`}
      ${wait !== undefined && html`<span class="wait ${wait >= LONG_MS ? "long" : ""}">after ${span(wait)}</span>`}</p>
      <p class="text"><${Said} text=${turn.text} /></p>
      <${Marks} marks=${marks} /></div>
  </li>`;
}

function ToolItem({
  id,
  tool,
  marks,
  chosen,
}: {
  id: string;
  tool: ToolUse;
  marks: readonly Marked[];
  chosen: boolean;
}) {
  return html`<li id=${id} class="turn tool ${marks.some(({ standing }) => standing === "failed") ? "guilty" : ""} ${chosen ? "chosen" : ""}">
    <span class="at">${tool.at_ms === null ? "" : clock(tool.at_ms)}</span>
    <div class="turn-body"><details><summary><span class="diamond"></span><code><${Line} text=${tool.name} /></code> <span class="tool-brief">${brief(tool.parameters)}</span></summary>
      <dl><dt>Parameters</dt><dd><code><${Said} text=${tool.parameters || "none"} /></code></dd><dt>Output</dt><dd><code><${Said} text=${tool.output || "none"} /></code></dd></dl></details>
      <${Marks} marks=${marks} /></div>
  </li>`;
}

/** The beginning of a tool call's parameters, next to its name. They are shown whole when it is opened. */
const brief = (parameters: string): string =>
  parameters === "" ? "" : visible(parameters.length > BRIEF ? `${parameters.slice(0, BRIEF)}…` : parameters);

const BRIEF = 60;

const Marks = ({ marks }: { marks: readonly Marked[] }) =>
  marks.length === 0
    ? null
    : html`<p class="marks">${marks.map(({ name, standing }) => html`<span class="tag ${standing}"><${Mark} of=${standing} /> <${Line} text=${name} /></span>`)}</p>`;
