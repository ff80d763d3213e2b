/** A digital human: who it is, and in which simulations it calls. */
import { fieldsOf } from "../../contract/is-object.ts";
import { type Caller, callerIn } from "../../results/caller.ts";
import { CallerPanel } from "../views/caller.ts";
import { Command, html, Line, Panel, Show, useLoaded } from "../views/kit.ts";
import { read } from "./api.ts";

interface Found {
  readonly caller: Caller;
  readonly simulations: readonly string[];
}

async function load(id: string): Promise<Found> {
  const answer = await read("get_digital_human", { digital_human_id: id });
  const caller = callerIn(answer);
  if (!caller) throw new Error("digital human not found");
  const { simulation_ids } = fieldsOf(answer);
  return { caller, simulations: Array.isArray(simulation_ids) ? simulation_ids.map(String) : [] };
}

export function DigitalHumanScreen({ id }: { id: string }) {
  const loaded = useLoaded(() => load(id), [id]);
  return html`<${Show} of=${loaded}>${({ caller, simulations }: Found) => html`
    <header class="head"><p class="eyebrow">Digital human ${id}</p><h1><${Line} text=${caller.name} /></h1></header>
    <${CallerPanel} of=${caller} />
    ${simulations.length > 0 && html`<${Panel} title="Simulations"><p class="agent-links">${simulations.map((simulation) => html`<a href=${`#/simulation/${simulation}`}>Simulation ${simulation}</a>`)}</p><//>`}
    <${Command} line=${`parley dh show ${id}`} />`}<//>`;
}
