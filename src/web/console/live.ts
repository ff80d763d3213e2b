/** The board: conversations in progress. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { outcomeOfConversation } from "../../contract/rules/outcomes.ts";
import { clock } from "../../results/quantity.ts";
import { STANDINGS, type Standing } from "../../results/talk.ts";
import { Chip, Command, count, html, Line, Mark, Panel, plural } from "../views/kit.ts";
import { type LiveConversation, type LiveTurn, useEvents } from "./events.ts";

interface Shown extends LiveConversation {
  readonly said?: LiveTurn;
}

/** In a run, no more converse at a time than its max_concurrent. The others wait. */
const WAITING = ["INITIALIZING", "QUEUED", "PENDING"];

const standingOf = (conversation: LiveConversation): Standing =>
  STANDINGS[outcomeOfConversation(conversation)];

/** How many cards to draw. A board with more would be unreadable. */
const CARDS = 200;

export function Live() {
  const board = useRef(new Map<string, Shown>());
  const [, redraw] = useState(0);
  const [open, setOpen] = useState<boolean>();
  const due = useRef(false);
  // Draws the page once per frame, however many events arrive.
  const later = () => {
    if (due.current) return;
    due.current = true;
    requestAnimationFrame(() => {
      due.current = false;
      redraw((number) => number + 1);
    });
  };
  useEvents({
    conversations(changed) {
      for (const conversation of changed)
        board.current.set(conversation.id, { ...board.current.get(conversation.id), ...conversation });
      later();
    },
    turns(said) {
      for (const turn of said) {
        const conversation = board.current.get(turn.simulation_result_id);
        if (conversation) board.current.set(conversation.id, { ...conversation, said: turn });
      }
      later();
    },
    connected: setOpen,
  });
  useEffect(() => {
    const timer = setInterval(later, 1000);
    return () => clearInterval(timer);
  }, []);

  const all = [...board.current.values()];
  const unfinished = all.filter((conversation) => standingOf(conversation) === "running");
  const running = unfinished.filter(({ status }) => !WAITING.includes(status));
  const waiting = unfinished.length - running.length;
  const over = all.filter((conversation) => standingOf(conversation) !== "running");
  return html`<header class="head"><p class="eyebrow">Live ${open === false ? html`<${Chip} of="unclear" word="Reconnecting" />` : ""}</p>
      <h1>${running.length === 0 ? "No conversation is running" : `${plural(running.length, "conversations")} running`}</h1></header>
    ${
      running.length > 0 &&
      html`<ul class="board" aria-label="Running conversations">${running
        .toSorted((a, b) => Number(a.id) - Number(b.id))
        .slice(0, CARDS)
        .map((conversation) => html`<${Card} key=${conversation.id} one=${conversation} />`)}</ul>
        ${running.length > CARDS && html`<p class="quiet">and ${count(running.length - CARDS)} more</p>`}`
    }
    ${waiting > 0 && html`<p class="quiet" role="status">${count(waiting)} more ${waiting === 1 ? "waits" : "wait"} for ${waiting === 1 ? "its" : "their"} turn.</p>`}
    ${unfinished.length === 0 && over.length === 0 && html`<${Command} label="Start a run" line="parley sim start <simulation-id>" />`}
    ${
      over.length > 0 &&
      html`<${Panel} title="Ended in the last ten minutes"><ul class="ended">${over
        .toSorted((a, b) => (b.ended_at ?? "").localeCompare(a.ended_at ?? ""))
        .slice(0, 50)
        .map(
          (conversation) =>
            html`<li key=${conversation.id}><a href=${`#/conversation/${conversation.id}`}><${Mark} of=${standingOf(conversation)} /> <${Line} text=${conversation.name ?? `digital human ${conversation.digital_human_id}`} /></a> <a class="quiet" href=${`#/run/${conversation.simulation_run_id}`}>run ${conversation.simulation_run_id}</a></li>`,
        )}</ul><//>`
    }
    <${Command} line="parley sim runs <simulation-id> --watch" />`;
}

function Card({ one }: { one: Shown }) {
  const began = one.started_at === null ? Number.NaN : Date.parse(one.started_at);
  const elapsed = Number.isNaN(began) ? "" : clock(Math.max(0, Date.now() - began)).replace(/\.\d$/, "");
  // Only cards that changed are drawn again.
  return useMemo(() => {
    const isAgent = one.said?.role.toUpperCase() === "AGENT";
    return html`<li class="card"><a href=${`#/conversation/${one.id}`}>
    <span class="card-head"><strong><${Line} text=${one.name ?? `digital human ${one.digital_human_id}`} /></strong><span class="quiet">${elapsed}</span></span>
    <span class="card-said">${one.said ? html`<b>${isAgent ? "Agent" : "Caller"}</b> <${Line} text=${one.said.message} />` : html`<span class="quiet">${one.turns > 0 ? "Waiting for the next turn" : "Nobody has spoken yet"}</span>`}</span>
    <span class="quiet">${plural(one.turns, "turns")} · run ${one.simulation_run_id}</span>
  </a></li>`;
  }, [one, elapsed]);
}
