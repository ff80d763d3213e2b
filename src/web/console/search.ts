/** Search over runs, agents, callers, and what was said. */
import { useEffect, useState } from "preact/hooks";
import { fieldsOf } from "../../contract/is-object.ts";
import { shellWord } from "../../lib/shell-word.ts";
import { listOf, numberOf, textOf } from "../../results/read.ts";
import { useQuery } from "../router.ts";
import { Command, html, Line, moment, Panel, Show, useLoaded } from "../views/kit.ts";
import { read } from "./api.ts";
import { agents, eachOf, runs, simulationsOf } from "./data.ts";

interface Hit {
  readonly to: string;
  readonly text: string;
  readonly more: string;
}

interface Group {
  readonly title: string;
  readonly hits: readonly Hit[];
}

/** Everything with a name. It is few, so it is read once and searched here. */
async function named(): Promise<Group[]> {
  const [found, simulations, started] = await Promise.all([agents(), simulationsOf(), runs()]);
  const humans = await eachOf(simulations.slice(0, SIMULATIONS), async ({ id }) =>
    listOf(
      fieldsOf(await read("list_digital_humans", { simulation_id: String(id) }).catch(() => ({})))[
        "digital_humans"
      ],
    ),
  );
  const callers = new Map(humans.flat().map((human) => [String(human["id"]), human]));
  return [
    {
      title: "Agents",
      hits: found.map(({ id, name }) => ({ to: `agent/${id}`, text: name, more: id })),
    },
    {
      title: "Simulations",
      hits: simulations.map(({ id, name }) => ({
        to: `simulation/${String(id)}`,
        text: textOf(name) ?? "",
        more: String(id),
      })),
    },
    {
      title: "Callers",
      hits: [...callers].map(([id, { name, intent }]) => ({
        to: `digital-human/${id}`,
        text: textOf(name) ?? `digital human ${id}`,
        more: textOf(intent) ?? "",
      })),
    },
    {
      title: "Runs",
      hits: started.map(({ id, simulation, at }) => ({
        to: `run/${id}`,
        text: `Run ${id} of ${simulation}`,
        more: moment(at),
      })),
    },
  ];
}

/** How many simulations to read the callers of. */
const SIMULATIONS = 30;
const HITS = 20;
/** The service looks for nothing shorter, and nothing longer. */
const [SHORTEST, LONGEST] = [2, 100];
/** How long to wait after the last key before searching. */
const TYPED_MS = 250;

async function said(text: string): Promise<{ hits: Hit[]; isComplete: boolean }> {
  if (text.length < SHORTEST) return { hits: [], isComplete: true };
  const answer = fieldsOf(await read("list_said", { text }));
  return {
    isComplete: answer["is_complete"] !== false,
    hits: listOf(answer["matches"]).map((match) => ({
      to: `${textOf(match["kind"])}/${textOf(match["id"])}`,
      text: textOf(match["text"]) ?? "",
      more: `${/^agent$/i.test(textOf(match["speaker"]) ?? "") ? "Agent" : "Caller"}, ${
        numberOf(match["simulation_run_id"]) === null ? "call" : `run ${match["simulation_run_id"]}`
      }, ${moment(textOf(match["at"]) ?? "")}`,
    })),
  };
}

export function SearchScreen() {
  const [query, change] = useQuery();
  const q = query["q"] ?? "";
  const [settled, setSettled] = useState(q);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(q), TYPED_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const wanted = settled.trim().toLowerCase();
  const all = useLoaded(named, []);
  const spoken = useLoaded(() => said(wanted), [wanted]);
  return html`<header class="head"><h1>Search</h1></header>
    <div class="filters"><input type="search" data-search maxlength=${LONGEST} aria-label="Search runs, agents, callers and what was said" placeholder="Runs, agents, callers, and what was said" value=${q} onInput=${(event: Event) => change({ q: (event.target as HTMLInputElement).value })} /></div>
    ${
      wanted.length >= SHORTEST &&
      html`<${Show} of=${all}>${(groups: Group[]) =>
        groups.map(({ title, hits }) => {
          const matching = hits.filter(({ text, more }) => `${text} ${more}`.toLowerCase().includes(wanted));
          return matching.length > 0 && html`<${Hits} key=${title} title=${title} hits=${matching} />`;
        })}<//>
      <${Show} of=${spoken}>${({
        hits,
        isComplete,
      }: Awaited<ReturnType<typeof said>>) => html`<${Hits} title="What was said" hits=${hits} />
        ${!isComplete && html`<p class="quiet">There may be more: only the newest conversations and calls are searched, and the first matches listed.</p>`}`}<//>
      <${Command} line=${`parley api GET ${shellWord(`/v1/said?text=${encodeURIComponent(wanted)}`)}`} />`
    }
    ${wanted.length < SHORTEST && html`<p class="quiet">Type at least ${SHORTEST} characters.</p>`}`;
}

const Hits = ({ title, hits }: Group) =>
  html`<${Panel} title=${title}>${
    hits.length === 0
      ? html`<p class="quiet">Nothing found.</p>`
      : html`<ul class="callers">${hits.slice(0, HITS).map(({ to, text, more }) => html`<li key=${to}><a href=${`#/${to}`}><${Line} text=${text} /></a> <span class="quiet"><${Line} text=${more} /></span></li>`)}</ul>
        ${hits.length > HITS && html`<p class="quiet">and ${hits.length - HITS} more</p>`}`
  }<//>`;
