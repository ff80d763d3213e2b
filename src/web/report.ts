/** The report: the views of data in the page itself. */
import { useMemo } from "preact/hooks";
import { type Report, refOf } from "../results/report.ts";
import type { Row, Talk } from "../results/talk.ts";
import { go, useLastSeen, usePath } from "./router.ts";
import { CompareScreen } from "./views/compare.ts";
import { Frame } from "./views/frame.ts";
import { html, moment, Show, useLoaded } from "./views/kit.ts";
import { inOrder } from "./views/order.ts";
import { OverviewScreen } from "./views/overview.ts";
import { TalkScreen } from "./views/talk.ts";

export function ReportApp({ report }: { report: Report }) {
  const path = usePath();
  const lastSeen = useLastSeen();
  const { overview, compared } = report;
  const failures = useMemo(
    () =>
      inOrder(overview.rows)
        .filter(({ standing }) => standing === "failed" || standing === "unclear")
        .map(refOf),
    [overview],
  );
  const here = path.slice(0, 2).join("/");
  const list = compared ? "conversations" : "";
  const { before, after } = around(failures, here);
  const keys = {
    j: () => after && go(after),
    k: () => before && go(before),
    u: () => go(lastSeen(list)),
  };
  const links = compared
    ? ([
        ["", "Comparison"],
        ["conversations", overview.title],
      ] as const)
    : ([["", overview.title]] as const);
  const screen = () => {
    if (path[0] === "conversation" || path[0] === "call")
      return html`<${TalkPart} key=${here} report=${report} reference=${here} before=${before} after=${after} up=${{ to: lastSeen(list), text: overview.title }} />`;
    return compared && path[0] !== "conversations"
      ? html`<${CompareScreen} of=${compared} />`
      : html`<${OverviewScreen} of=${overview} />`;
  };
  return html`<${Frame} links=${links} path=${path} title=${overview.title} keys=${keys} end=${html`<span>${moment(report.made_at)}</span>`}>${screen()}<//>
    <footer>Made by Parley ${report.version}. This file is self-contained: it contacts no server.</footer>`;
}

/** The failures before and after one in the list. If it is not in the list, the first failure. */
export function around(
  failures: readonly string[],
  here: string,
): { before?: string | undefined; after?: string | undefined } {
  const at = failures.indexOf(here);
  return at < 0 ? { after: failures[0] } : { before: failures[at - 1], after: failures[at + 1] };
}

function TalkPart({
  report,
  reference,
  before,
  after,
  up,
}: {
  report: Report;
  reference: string;
  before?: string | undefined;
  after?: string | undefined;
  up: { to: string; text: string };
}) {
  const loaded = useLoaded(() => talkOf(report, reference), [reference]);
  return html`<${Show} of=${loaded}>${(talk: Talk) => html`<${TalkScreen} talk=${talk} up=${up} before=${before} after=${after} siblings=${siblingsOf(report.overview.rows, talk)} />`}<//>`;
}

/** The conversations of the same caller in the same list. */
export function siblingsOf(rows: readonly Row[], { kind, id }: Pick<Talk, "kind" | "id">): readonly Row[] {
  const own = rows.find((row) => row.kind === kind && row.id === id);
  return own?.digital_human_id === undefined
    ? []
    : rows
        .filter(({ digital_human_id }) => digital_human_id === own.digital_human_id)
        .toSorted((a, b) => (a.repetition ?? 1) - (b.repetition ?? 1));
}

/** Conversations are in packed parts. A part is unpacked when one of its conversations is opened. */
async function talkOf({ places, per_part }: Report, reference: string): Promise<Talk> {
  const place = Object.hasOwn(places, reference) ? places[reference] : undefined;
  if (place === undefined) throw new Error("This report does not contain this conversation.");
  const packed = document.getElementById(`part-${Math.floor(place / per_part)}`)?.textContent ?? "";
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const talks: Talk[] = await new Response(unpacked).json();
  const talk = talks[place % per_part];
  if (!talk) throw new Error("This part of the report is incomplete.");
  const audio = document.getElementById(`audio-${place}`)?.textContent;
  return talk.audio ? { ...talk, audio: audio ? { ...talk.audio, url: audio } : talk.audio } : talk;
}
