/** The labelling queue: conversations that a judge decided, without its answer. */
import { useState } from "preact/hooks";
import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import { shellWord } from "../../lib/shell-word.ts";
import { listOf, numberOf, textOf, textsOf } from "../../results/read.ts";
import type { Talk } from "../../results/talk.ts";
import { Command, html, Line, Panel, plural, Show, useLoaded } from "../views/kit.ts";
import { Transcript } from "../views/talk.ts";
import { read, send } from "./api.ts";
import { call, conversation } from "./data.ts";

/** Types of metrics whose answers can be compared with a label. */
const COMPARABLE: readonly unknown[] = ["pass_fail", "yes_no", "enum", "quantitative"];

async function metrics(): Promise<Fields[]> {
  const all: Fields[] = [];
  for (let page = 1; ; page += 1) {
    const answer = fieldsOf(await read("list_custom_metrics", { page, page_size: 100 }));
    all.push(...listOf(answer["metrics"]));
    if (page >= (numberOf(answer["total_pages"]) ?? 0)) return all;
  }
}

/** @param name the metric; empty to choose one */
export function ReviewScreen({ name }: { name: string }) {
  const [labeller, setLabeller] = useState("");
  const loaded = useLoaded(metrics, []);
  return html`<${Show} of=${loaded}>${(all: Fields[]) => {
    const metric = all.find(
      (metric) => metric["name"] === name && COMPARABLE.includes(metric["response_type"]),
    );
    if (!metric) return html`<${Choice} metrics=${all} />`;
    return labeller
      ? html`<${Queue} key=${name} metric=${metric} labeller=${labeller} />`
      : html`<${Who} name=${name} begin=${setLabeller} />`;
  }}<//>`;
}

const Choice = ({ metrics: all }: { metrics: readonly Fields[] }) => {
  const named = new Set(
    all.flatMap(({ name, response_type }) =>
      COMPARABLE.includes(response_type) ? (textOf(name) ?? []) : [],
    ),
  );
  return html`<header class="head"><h1>Review what the judge decides</h1></header>
    <${Panel} title="Metrics">${
      named.size === 0
        ? html`<p class="quiet">No metric can be labelled yet.</p>`
        : html`<ul class="ended">${[...named].map((name) => html`<li key=${name}><a href=${`#/review/${encodeURIComponent(name)}`}><${Line} text=${name} /></a></li>`)}</ul>`
    }<//>
    <${Command} line="parley review --help" />`;
};

function Who({ name, begin }: { name: string; begin: (labeller: string) => void }) {
  const [typed, setTyped] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (typed.trim()) begin(typed.trim());
  };
  return html`<header class="head"><p class="eyebrow">Review</p><h1><${Line} text=${name} /></h1></header>
    <form class="marking-row" onSubmit=${submit}><label>Who labels? <input required maxlength="100" value=${typed} onInput=${(event: Event) => setTyped((event.target as HTMLInputElement).value)} /></label> <button class="primary">Begin</button></form>
    <p class="quiet">Two people who label the same conversations show how far people agree.</p>`;
}

function Queue({ metric, labeller }: { metric: Fields; labeller: string }) {
  const name = textOf(metric["name"]) ?? "";
  const [at, setAt] = useState(0);
  const [fault, setFault] = useState<string>();
  const loaded = useLoaded(
    async () => listOf(fieldsOf(await read("list_review_queue", { metric: name, labeller }))["items"]),
    [name, labeller],
  );
  return html`<${Show} of=${loaded}>${(items: Fields[]) => {
    const item = items[at];
    const next = () => {
      setFault(undefined);
      setAt(at + 1);
    };
    const label = (expected: unknown) => {
      const { call_id, simulation_result_id } = fieldsOf(item);
      send("mark_verdict", {}, { call_id, simulation_result_id, metric: name, expected, labeller }).then(
        next,
        (error: Error) => setFault(error.message),
      );
    };
    return html`<header class="head"><p class="eyebrow">Review as <${Line} text=${labeller} /></p>
        <h1>${item ? `${plural(items.length - at, "conversations")} to label` : "Nothing left to label"}</h1></header>
      ${item && html`<${Item} key=${at} item=${item} metric=${metric} label=${label} skip=${next} />`}
      ${fault && html`<p role="alert">${fault}</p>`}
      <${Command} label="Write the labels into a file" line=${`parley judge marks ${shellWord(name)} > labelled.jsonl`} />`;
  }}<//>`;
}

interface ItemProps {
  readonly item: Fields;
  readonly metric: Fields;
  readonly label: (expected: unknown) => void;
  readonly skip: () => void;
}

function Item({ item, metric, label, skip }: ItemProps) {
  const id = textOf(item["call_id"]);
  const result = textOf(item["simulation_result_id"]) ?? "";
  const loaded = useLoaded(() => (id === null ? conversation(result) : call(id)), [id, result]);
  const criterion = [textOf(metric["description"]), textOf(metric["scoring_guidance"])].flatMap(
    (text) => text ?? [],
  );
  return html`<${Panel} title=${textOf(metric["name"]) ?? ""}>${criterion.map((text) => html`<p><${Line} text=${text} /></p>`)}
      <div class="marking-row" role="group" aria-label="Your label">
        <${Answers} metric=${metric} label=${label} />
        ${metric["allow_not_applicable"] === true && html`<button onClick=${() => label(null)}>Not applicable</button>`}
        <button onClick=${skip}>Skip</button></div><//>
    <${Panel} title="What was said" className="transcript"><${Show} of=${loaded}>${(talk: Talk) => html`<${Transcript} talk=${talk} />`}<//><//>`;
}

function Answers({ metric, label }: Pick<ItemProps, "metric" | "label">) {
  const [number, setNumber] = useState("");
  const type = metric["response_type"];
  if (type === "quantitative") {
    const submit = (event: Event) => {
      event.preventDefault();
      label(Number(number));
    };
    return html`<form onSubmit=${submit}><input type="number" step="any" required aria-label="Number" min=${numberOf(metric["min_value"]) ?? undefined} max=${numberOf(metric["max_value"]) ?? undefined} value=${number} onInput=${(event: Event) => setNumber((event.target as HTMLInputElement).value)} /> <button>Save</button></form>`;
  }
  const answers: (readonly [string, unknown])[] =
    type === "enum"
      ? textsOf(metric["enum_options"]).map((option) => [option, option])
      : type === "pass_fail"
        ? [
            ["Passed", true],
            ["Failed", false],
          ]
        : [
            ["Yes", true],
            ["No", false],
          ];
  return html`${answers.map(([word, value]) => html`<button key=${word} onClick=${() => label(value)}><${Line} text=${word} /></button>`)}`;
}
