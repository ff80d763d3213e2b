/** The console: which screen an address shows, and who is signed in. */
import { useEffect, useState } from "preact/hooks";
import { fieldsOf } from "../../contract/is-object.ts";
import { capitalized } from "../../engine/words/capitalized.ts";
import { textOf } from "../../results/read.ts";
import { type Compared, refOf } from "../../results/report.ts";
import type { Row, Talk } from "../../results/talk.ts";
import { around, siblingsOf } from "../report.ts";
import { go, useLastSeen, usePath } from "../router.ts";
import { CompareScreen } from "../views/compare.ts";
import { Frame } from "../views/frame.ts";
import { html, Show, useLoaded } from "../views/kit.ts";
import { inOrder } from "../views/order.ts";
import { OverviewScreen } from "../views/overview.ts";
import { visible } from "../views/visible.ts";
import { AgentScreen } from "./agent.ts";
import { ask, isId, ServiceError } from "./api.ts";
import { CallsScreen } from "./calls.ts";
import { ConnectScreen } from "./connect.ts";
import { calls, comparedRuns, type RunOverview, runOverview } from "./data.ts";
import { DigitalHumanScreen } from "./digital-human.ts";
import { useEvents } from "./events.ts";
import { Home } from "./home.ts";
import { Live } from "./live.ts";
import { ReviewScreen } from "./review.ts";
import { startRun } from "./runs.ts";
import { SearchScreen } from "./search.ts";
import { SimulationScreen, useSubmit } from "./simulation.ts";
import { ConsoleTalk } from "./talk.ts";
import { VersionsScreen } from "./versions.ts";
import { Welcome } from "./welcome.ts";

type Who = { readonly organization: string } | { readonly note?: string };

export function ConsoleApp() {
  const path = usePath();
  const [who, setWho] = useState<Who>();
  useEffect(() => {
    signIn().then(setWho, (error: Error) => setWho({ note: error.message }));
  }, []);
  if (!who)
    return html`<${Frame} links=${[]} path=${[]} title="Console"><p class="quiet" role="status">Loading…</p><//>`;
  if (!("organization" in who))
    return html`<${Frame} links=${[]} path=${[]} title="Welcome"><${Welcome} note=${who.note} /><//>`;
  return html`<${SignedIn} path=${path} organization=${who.organization} leave=${() => setWho({})} />`;
}

/** Uses up the link in the address, if there is one. Returns who is signed in. */
async function signIn(): Promise<Who> {
  const [, link, rest = ""] = /^#\/sign-in\/([\w-]+)(?:\/(.*))?$/.exec(location.hash) ?? [];
  if (link) {
    // The link cannot be used again, and must not stay in the history.
    history.replaceState(null, "", `#/${rest}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
    await ask("/console/session", { method: "POST", headers: { "x-sign-in": link } });
  }
  try {
    return { organization: textOf(fieldsOf(await ask("/console/session"))["organization"]) ?? "" };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return {};
    throw error;
  }
}

function SignedIn({
  path,
  organization,
  leave,
}: {
  path: readonly string[];
  organization: string;
  leave: () => void;
}) {
  const [kind = "", id = "", other = ""] = path;
  const lastSeen = useLastSeen();
  const [list, setList] = useState<{ readonly name: string; readonly rows: readonly Row[] }>();
  const [talk, setTalk] = useState<Talk>();
  const isTalk = kind === "conversation" || kind === "call";
  const listName =
    isTalk && talk && refOf(talk) === `${kind}/${id}`
      ? talk.list
      : isTalk || !isPlace(path)
        ? null
        : path.slice(0, 2).join("/");
  useEffect(() => {
    if (!listName || listName === list?.name) return;
    rowsOf(listName).then(
      (rows) => rows && setList({ name: listName, rows }),
      () => undefined,
    );
  }, [listName]);
  const rows = list?.rows ?? [];
  const { before, after } = around(failuresIn(rows), `${kind}/${id}`);
  const keys = {
    j: () => after && go(after),
    k: () => before && go(before),
    u: () => go(isTalk && talk?.list ? lastSeen(talk.list) : ""),
  };
  const out = () => ask("/console/session", { method: "DELETE" }).then(leave, leave);
  const screen = () => {
    if (!isPlace(path))
      return html`<div class="notice">Page not found: <code>${visible(path.join("/"))}</code>. <a href="#/">Go to runs and agents.</a></div>`;
    if (kind === "") return html`<${Home} />`;
    if (kind === "search") return html`<${SearchScreen} />`;
    if (kind === "live") return html`<${Live} />`;
    if (kind === "review") return html`<${ReviewScreen} key=${id} name=${id} />`;
    if (kind === "run")
      return html`<${RunScreen} key=${id} id=${id} onRows=${(rows: readonly Row[]) => setList({ name: `run/${id}`, rows })} />`;
    if (kind === "conversation" || kind === "call")
      return html`<${ConsoleTalk} key=${`${kind}${id}`} kind=${kind} id=${id} before=${before} after=${after} siblings=${siblingsOf(rows, { kind, id })} lastSeen=${lastSeen} onTalk=${setTalk} />`;
    if (kind === "compare") return html`<${ComparePart} key=${`${id}/${other}`} a=${id} b=${other} />`;
    if (kind === "agent") return html`<${AgentScreen} key=${id} id=${id} />`;
    if (kind === "calls") return html`<${CallsScreen} key=${id} id=${id} />`;
    if (kind === "prompts" || kind === "knowledge-bases")
      return html`<${VersionsScreen} key=${kind + id} id=${id} kind=${kind} />`;
    if (kind === "simulation") return html`<${SimulationScreen} key=${id} id=${id} />`;
    if (kind === "digital-human") return html`<${DigitalHumanScreen} key=${id} id=${id} />`;
    return html`<${ConnectScreen} key=${id} id=${id} />`;
  };
  const links = [
    ["", "Runs and agents"],
    ["live", "Live"],
    ["review", "Review"],
    ["search", "Search"],
  ] as const;
  const end = html`<span>${visible(organization)}</span><button class="link" onClick=${out}>Sign out</button>`;
  return html`<${Frame} links=${links} path=${path} title=${titleOf(path)} end=${end} keys=${keys}>${screen()}<//>`;
}

/** Screens that show something with a number. */
const NUMBERED = [
  ...["run", "conversation", "agent", "calls", "prompts", "knowledge-bases", "connect"],
  ...["simulation", "digital-human"],
];

/** Whether an address names a screen, and something that can exist. Only then is the service asked for it. */
function isPlace([kind = "", id = "", other = ""]: readonly string[]): boolean {
  const isNumber = (text: string) => /^\d{1,16}$/.test(text);
  if (NUMBERED.includes(kind)) return isNumber(id);
  if (kind === "compare") return isNumber(id) && isNumber(other);
  return kind === "call" ? isId(id) : ["", "live", "review", "search"].includes(kind);
}

const titleOf = ([kind = "", id = ""]: readonly string[]): string => {
  const title = kind === "" ? "Runs and agents" : capitalized(kind).replace("-", " ");
  return id ? `${title} ${id}` : title;
};

const failuresIn = (rows: readonly Row[]): string[] =>
  inOrder(rows)
    .filter(({ standing }) => standing === "failed" || standing === "unclear")
    .map(refOf);

/** The rows of a list, identified by its address: `run/901`, `calls/101`. */
async function rowsOf(name: string): Promise<readonly Row[] | undefined> {
  const [kind, id = ""] = name.split("/");
  if (kind === "run") return (await runOverview(id)).rows;
  return kind === "calls" ? (await calls(id, 1)).rows : undefined;
}

/** How often to reload a run in progress. */
const AGAIN_MS = 1000;

function RunScreen({ id, onRows }: { id: string; onRows: (rows: readonly Row[]) => void }) {
  const [again, setAgain] = useState(0);
  const loaded = useLoaded(() => runOverview(id), [id, again]);
  useEffect(() => {
    if (loaded.value) onRows(loaded.value.rows);
  }, [loaded.value]);
  return html`<${Show} of=${loaded}>${(overview: RunOverview) =>
    html`${!overview.isOver && html`<${FollowRun} id=${id} onChange=${() => setAgain((number) => number + 1)} />`}<${OverviewScreen} of=${overview} linked actions=${overview.isOver && html`<${Repeat} of=${overview.repeat} />`} />`}<//>`;
}

function Repeat({ of }: { of: RunOverview["repeat"] }) {
  const { busy, fault, submit } = useSubmit(async () => go(`run/${await startRun(of)}`));
  return html`<p class="marking-row"><button disabled=${busy} onClick=${submit} title="The same callers, versions and seed">${busy ? "Starting…" : "Run again"}</button>
    ${fault && html`<span role="alert">${fault}</span>`}</p>`;
}

function FollowRun({ id, onChange }: { id: string; onChange: () => void }) {
  const [due, setDue] = useState(false);
  useEvents({
    conversations: (changed) =>
      changed.some((conversation) => String(conversation.simulation_run_id) === id) && setDue(true),
  });
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => {
      setDue(false);
      onChange();
    }, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [due]);
  return null;
}

function ComparePart({ a, b }: { a: string; b: string }) {
  const loaded = useLoaded(() => comparedRuns(a, b), [a, b]);
  return html`<${Show} of=${loaded}>${(compared: Compared) => html`<${CompareScreen} of=${compared} />`}<//>`;
}
