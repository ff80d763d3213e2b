/** The start page: the latest runs, and the agents. */
import { useState } from "preact/hooks";
import type { Fields } from "../../contract/is-object.ts";
import { countedTotal, passRate } from "../../contract/rules/outcomes.ts";
import { go } from "../router.ts";
import { Bar, Command, html, Line, moment, Panel, percent, Show, useLoaded } from "../views/kit.ts";
import { type Agent, agents, type Run, runs, simulationsOf } from "./data.ts";

export function Home() {
  const loaded = useLoaded(async () => {
    const [found, simulations, latest] = await Promise.all([agents(), simulationsOf(), runs()]);
    return { agents: found, simulations, runs: latest };
  }, []);
  return html`<${Show} of=${loaded}>${(found: {
    agents: Agent[];
    simulations: readonly Fields[];
    runs: Run[];
  }) =>
    found.agents.length === 0
      ? html`<${Empty} />`
      : html`<header class="head"><h1>Runs and agents</h1></header>
      <div class="columns"><${Panel} title="Latest runs"><${Runs} runs=${found.runs} /><//>
        <div class="aside"><${Panel} title="Agents"><ul class="agents">${found.agents.map((agent) => html`<${AgentItem} key=${agent.id} agent=${agent} />`)}</ul><//>
        ${found.simulations.length > 0 && html`<${Panel} title="Simulations"><ul class="ended">${found.simulations.map((simulation) => html`<li key=${simulation["id"]}><a href=${`#/simulation/${simulation["id"]}`}><${Line} text=${String(simulation["name"])} /></a></li>`)}</ul><//>`}</div></div>
      <${Command} line="parley sim list" />`}<//>`;
}

const Empty =
  () => html`<header class="head"><h1>Nothing here yet</h1><p class="judgement">Add the agent that you want to test. It then shows up on this page.</p></header>
  <${Command} label="Next" line="parley agents create --help" />`;

const RUNS = 40;

export function Runs({ runs: all }: { runs: readonly Run[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (all.length === 0)
    return html`<p class="quiet">No runs yet. Start one with <code>parley sim start</code>.</p>`;
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(-1), id]);
  const [a, b] = chosen.toSorted((one, other) => Number(one) - Number(other));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Latest runs"><table class="runs">
      <thead><tr><th scope="col">Run</th><th scope="col">Simulation</th><th scope="col">Passed</th><th scope="col">Started</th><th scope="col"><span class="unseen">Compare</span></th></tr></thead>
      <tbody>${all.slice(0, RUNS).map(
        (
          run,
        ) => html`<tr key=${run.id}><th scope="row"><a href=${`#/run/${run.id}`}>${run.id}</a></th><td><a href=${`#/simulation/${run.simulation_id}`}><${Line} text=${run.simulation} /></a></td>
          <td><${Share} run=${run} /></td><td class="quiet">${moment(run.at)}</td>
          <td><input type="checkbox" aria-label=${`Compare run ${run.id}`} checked=${chosen.includes(run.id)} onChange=${() => choose(run.id)} /></td></tr>`,
      )}</tbody></table></div>
    <button disabled=${b === undefined} onClick=${() => go(`compare/${a}/${b}`)}>${b === undefined ? "Choose two runs to compare" : `Compare ${a} with ${b}`}</button>`;
}

function Share({ run: { counts, isOver } }: { run: Run }) {
  const { passed, failed, inconclusive, running } = counts;
  const counted = countedTotal(counts);
  if (!isOver) return html`<span class="chip running">${counted} of ${counted + running} over</span>`;
  const rate = passRate(counts);
  return html`<span class="share"><${Bar} of=${counted} parts=${[["passed", passed], ["failed", failed], ["unclear", inconclusive]]} />
    <span>${rate === null ? "–" : percent(rate)}</span></span>`;
}

const AgentItem = ({ agent: { id, name, mode } }: { agent: Agent }) =>
  html`<li><p><strong><${Line} text=${name} /></strong> <span class="quiet">${id} · ${mode.toLowerCase()}</span></p>
    <p class="agent-links"><a href=${`#/agent/${id}`}>Over time</a><a href=${`#/calls/${id}`}>Calls</a><a href=${`#/prompts/${id}`}>Prompts</a><a href=${`#/knowledge-bases/${id}`}>Knowledge bases</a><a href=${`#/connect/${id}`}>Connect</a></p></li>`;
