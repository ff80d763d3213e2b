/** A simulation: its callers, its runs, and when it runs next. Starts and schedules runs. */
import { useState } from "preact/hooks";
import { fieldsOf } from "../../contract/is-object.ts";
import { callerIn } from "../../results/caller.ts";
import { listOf, textOf } from "../../results/read.ts";
import { go } from "../router.ts";
import { Command, html, Line, moment, Panel, plural, Said, Show, useLoaded } from "../views/kit.ts";
import { read } from "./api.ts";
import { type Run, runsOf, type Version, versions } from "./data.ts";
import { GridOfRuns } from "./grid.ts";
import { Runs } from "./home.ts";
import { createSchedule, enableSchedule, type Schedule, schedulesOf, startRun } from "./runs.ts";

async function load(id: string) {
  const simulation = fieldsOf(await read("get_simulation", { simulation_id: id }));
  const agent_id = String(simulation["agent_id"]);
  const [humans, runs, schedules, prompts] = await Promise.all([
    read("list_digital_humans", { simulation_id: id }),
    runsOf(simulation),
    schedulesOf(id),
    versions("prompts", agent_id).catch(() => []),
  ]);
  return {
    id,
    agent_id,
    runs,
    schedules,
    prompts,
    name: textOf(simulation["name"]) ?? "",
    description: textOf(simulation["description"]),
    callers: listOf(fieldsOf(humans)["digital_humans"]).flatMap((human) => callerIn(human) ?? []),
  };
}

type Found = Awaited<ReturnType<typeof load>>;

export function SimulationScreen({ id }: { id: string }) {
  const [again, setAgain] = useState(0);
  const loaded = useLoaded(() => load(id), [id, again]);
  return html`<${Show} of=${loaded}>${({
    name,
    description,
    agent_id,
    callers,
    runs,
    schedules,
    prompts,
  }: Found) => html`
    <header class="head"><p class="eyebrow">Simulation ${id} of <a href=${`#/agent/${agent_id}`}>agent ${agent_id}</a></p><h1><${Line} text=${name} /></h1>
      ${description && html`<p class="judgement"><${Said} text=${description} /></p>`}</header>
    <div class="columns even"><${Panel} title="Start a run"><${Start} simulation_id=${id} agent_id=${agent_id} callers=${callers.length} prompts=${prompts} /><//>
      <${Panel} title="Schedules"><${Schedules} simulation_id=${id} of=${schedules} changed=${() => setAgain(again + 1)} /><//></div>
    <${GridOfRuns} runs=${runs} />
    <${Panel} title="Runs"><${Runs} runs=${runs as Run[]} /><//>
    <${Panel} title="Callers"><ul class="callers">${callers.map((caller) => html`<li key=${caller.id}><a href=${`#/digital-human/${caller.id}`}><${Line} text=${caller.name} /></a> ${caller.goal && html`<span class="quiet"><${Line} text=${caller.goal} /></span>`}</li>`)}</ul><//>
    <${Command} line=${`parley sim start ${id}`} />`}<//>`;
}

interface StartProps {
  readonly simulation_id: string;
  readonly agent_id: string;
  readonly callers: number;
  readonly prompts: readonly Version[];
}

function Start({ simulation_id, agent_id, callers, prompts }: StartProps) {
  const [prompt, setPrompt] = useState("");
  const [times, setTimes] = useState("");
  const { busy, fault, submit } = useSubmit(async () => {
    const run = await startRun({
      simulation_id,
      agent_id,
      ...(prompt && { prompt_id: prompt }),
      ...(times && { num_runs: Number(times) }),
    });
    go(`run/${run}`);
  });
  if (callers === 0)
    return html`<p class="quiet">This simulation has no callers yet.</p><${Command} label="Next" line=${`parley dh create --help`} />`;
  return html`<form class="stack" onSubmit=${submit}>
    ${prompts.length > 0 && html`<label>Prompt <select value=${prompt} onChange=${(event: Event) => setPrompt((event.target as HTMLSelectElement).value)}><option value="">the production version</option>${prompts.map((prompt) => html`<option value=${prompt.id}>version ${prompt.version}${prompt.labels.length > 0 ? ` (${prompt.labels.join(", ")})` : ""}</option>`)}</select></label>`}
    <label>Times each caller calls <input type="number" min="1" max="1000" placeholder="as the caller says" value=${times} onInput=${(event: Event) => setTimes((event.target as HTMLInputElement).value)} /></label>
    <p><button class="primary" disabled=${busy}>${busy ? "Starting…" : `Start with ${plural(callers, "callers")}`}</button></p>
    ${fault && html`<p role="alert">${fault}</p>`}</form>`;
}

function Schedules({
  simulation_id,
  of,
  changed,
}: {
  simulation_id: string;
  of: readonly Schedule[];
  changed: () => void;
}) {
  const [kind, setKind] = useState("daily");
  const [value, setValue] = useState("06:00");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const adding = useSubmit(async () => {
    const schedule =
      kind === "cron" ? { frequency: kind, expression: value } : { frequency: "daily", time: value };
    await createSchedule(simulation_id, schedule, zone);
    changed();
  });
  const choose = (event: Event) => {
    const chosen = (event.target as HTMLSelectElement).value;
    setKind(chosen);
    setValue(chosen === "cron" ? "0 6 * * 1-5" : "06:00");
  };
  const type = kind === "cron" ? "text" : "time";
  return html`${of.length > 0 && html`<ul class="ended schedules">${of.map((one) => html`<${ScheduleItem} key=${one.id} one=${one} changed=${changed} />`)}</ul>`}
    <form class="marking-row" onSubmit=${adding.submit}><select aria-label="When" value=${kind} onChange=${choose}><option value="daily">Every day at</option><option value="cron">Cron</option></select>
      <input type=${type} required aria-label=${kind === "cron" ? "Cron expression" : "Time"} value=${value} onInput=${(event: Event) => setValue((event.target as HTMLInputElement).value)} />
      <button disabled=${adding.busy}>Add a schedule</button></form>
    <p class="quiet">${zone}. Runs start while the service is running.</p>
    ${adding.fault && html`<p role="alert">${adding.fault}</p>`}`;
}

function ScheduleItem({ one, changed }: { one: Schedule; changed: () => void }) {
  const { busy, fault, submit } = useSubmit(async () => {
    await enableSchedule(one.id, !one.enabled);
    changed();
  });
  return html`<li><span><code>${one.cron}</code> <span class="quiet">${one.time_zone}${one.next ? `, next ${moment(one.next)}` : ", switched off"}</span>
      ${one.last_run && html` <a href=${`#/run/${one.last_run}`}>last run ${one.last_run}</a>`}</span>
    <button disabled=${busy} onClick=${submit}>${one.enabled ? "Switch off" : "Switch on"}</button>
    ${(fault ?? one.error) && html`<p role="alert"><${Line} text=${fault ?? one.error ?? ""} /></p>`}</li>`;
}

/** Something that a person asks the service to do. */
export function useSubmit(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    work()
      .catch((error: Error) => setFault(error.message))
      .finally(() => setBusy(false));
  };
  return { busy, fault, submit };
}
