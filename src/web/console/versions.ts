/** The versions of a prompt or knowledge base: what changed, and how their labels moved. */
import { useMemo, useState } from "preact/hooks";
import { diffBetween } from "../../results/changes.ts";
import { Diff } from "../views/compare.ts";
import { Command, html, Line, moment, Panel, Said, Show, useLoaded } from "../views/kit.ts";
import { type Move, moves, type Version, type VersionKind, versions } from "./data.ts";

const WORDS = {
  prompts: { title: "Prompts", one: "prompt", group: "prompts" },
  "knowledge-bases": { title: "Knowledge bases", one: "knowledge_base", group: "kb" },
} as const;

interface Found {
  readonly versions: readonly Version[];
  readonly moves: readonly Move[];
}

export function VersionsScreen({ id, kind }: { id: string; kind: VersionKind }) {
  const loaded = useLoaded(async () => {
    const [found, moved] = await Promise.all([versions(kind, id), moves(id)]);
    return { versions: found, moves: moved.filter((move) => move.kind === WORDS[kind].one) };
  }, [id, kind]);
  return html`<${Show} of=${loaded}>${(found: Found) => html`<${Shown} key=${`${kind}${id}`} id=${id} kind=${kind} found=${found} />`}<//>`;
}

function Shown({ id, kind, found }: { id: string; kind: VersionKind; found: Found }) {
  const { title, group } = WORDS[kind];
  const [newest, before] = found.versions;
  const released = found.versions.find(({ labels }) => labels.includes("production"));
  const [from, setFrom] = useState(
    (released && released !== newest ? released : (before ?? newest))?.version,
  );
  const [to, setTo] = useState(newest?.version);
  const textOf = (version: number | undefined) =>
    found.versions.find((candidate) => candidate.version === version)?.text ?? "";
  const diff = useMemo(() => diffBetween(textOf(from), textOf(to)), [from, to, found]);
  if (!newest)
    return html`<header class="head"><p class="eyebrow"><a href=${`#/agent/${id}`}>Agent ${id}</a></p><h1>${title}</h1></header>
      <p class="quiet">No versions yet.</p><${Command} label="Next" line=${`parley ${group} push FILE --agent ${id}`} />`;
  const choice = (label: string, value: number | undefined, set: (version: number) => void) =>
    html`<label>${label} <select value=${value} onChange=${(event: Event) => set(Number((event.target as HTMLSelectElement).value))}>${found.versions.map(
      (version) =>
        html`<option value=${version.version} selected=${version.version === value}>version ${version.version}${version.labels.length > 0 ? ` (${version.labels.join(", ")})` : ""}</option>`,
    )}</select></label>`;
  return html`<header class="head"><p class="eyebrow"><a href=${`#/agent/${id}`}>Agent ${id}</a></p><h1>${title}</h1></header>
    <div class="columns"><${Panel} title=${from === to ? `Version ${to}` : "What changed"}>
        <p class="filters">${choice("From", from, setFrom)} ${choice("to", to, setTo)}</p>
        ${from === to ? html`<div class="document"><${Said} text=${textOf(to)} /></div>` : diff ? html`<${Diff} text=${diff} />` : html`<p class="quiet">The texts are the same.</p>`}<//>
      <div class="aside"><${Panel} title="Versions"><ul class="ended">${found.versions.map(
        (version) =>
          html`<li><span><button class="link" onClick=${() => {
            setFrom(version.version);
            setTo(version.version);
          }}>Version ${version.version}</button> ${version.labels.map((label) => html`<span class="chip ${label === "production" ? "passed" : ""}">${label}</span> `)}</span><span class="quiet"><${Line} text=${version.message} /></span></li>`,
      )}</ul><//>
      <${Panel} title="How labels moved">${
        found.moves.length === 0
          ? html`<p class="quiet">No label has moved yet.</p>`
          : html`<ul class="ended">${found.moves.map(
              (move) =>
                html`<li><span><strong><${Line} text=${move.label} /></strong> ${move.from === null ? "" : `v${move.from} `}→ ${move.to === null ? "no version" : `v${move.to}`} <span class="quiet">${move.action}</span></span><span class="quiet">${moment(move.at)}${move.by ? html` by <${Line} text=${move.by} />` : ""}</span></li>`,
            )}</ul>`
      }<//></div></div>
    <${Command} line=${from === to ? `parley ${group} show ${to} --agent ${id}` : `parley ${group} diff ${from} ${to} --agent ${id}`} />`;
}
