/**
 * A conversation or a call in the console: live while it is running, with verdicts to mark, and a form to
 * answer.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { fieldsOf } from "../../contract/is-object.ts";
import { listOf, textOf } from "../../results/read.ts";
import type { Row, Talk, Verdict } from "../../results/talk.ts";
import { html, Line, Show, useLoaded } from "../views/kit.ts";
import { TalkScreen } from "../views/talk.ts";
import { read, send } from "./api.ts";
import { call, conversation } from "./data.ts";
import { useEvents } from "./events.ts";

interface Props {
  readonly kind: Talk["kind"];
  readonly id: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly siblings: readonly Row[];
  readonly lastSeen: (path: string) => string;
  readonly onTalk: (talk: Talk) => void;
}

/** A person's mark on a verdict. */
interface Mark {
  readonly is_right: boolean;
  readonly reason: string | null;
}

/** However fast turns arrive, the conversation is reloaded at most this often. */
const AGAIN_MS = 400;

export function ConsoleTalk({ kind, id, before, after, siblings, lastSeen, onTalk }: Props) {
  const [again, setAgain] = useState(0);
  const loaded = useLoaded(() => (kind === "call" ? call(id) : conversation(id)), [kind, id, again]);
  const due = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const later = () => {
    due.current ??= setTimeout(() => {
      due.current = undefined;
      setAgain((number) => number + 1);
    }, AGAIN_MS);
  };
  useEffect(() => () => clearTimeout(due.current), []);
  useEffect(() => {
    if (loaded.value) onTalk(loaded.value);
  }, [loaded.value]);
  const [marks, setMarks] = useState<Readonly<Record<string, Mark>>>({});
  const subject = kind === "call" ? { call_id: id } : { simulation_result_id: id };
  useEffect(() => {
    read("list_verdict_marks", { ...subject, page_size: 100 }).then(
      (answer) =>
        setMarks(
          Object.fromEntries(
            listOf(fieldsOf(answer)["marks"])
              // Signed labels are for the calibration, so they are not shown here.
              .filter(({ labeller }) => textOf(labeller) === null)
              .map(({ metric, is_right, reason }) => [
                String(metric),
                { is_right: is_right === true, reason: textOf(reason) },
              ]),
          ),
        ),
      () => undefined,
    );
  }, [kind, id]);
  const mark = async (metric: string, made: Mark) => {
    await send("mark_verdict", {}, { ...subject, metric, ...made });
    setMarks((marks) => ({ ...marks, [metric]: made }));
  };
  return html`<${Show} of=${loaded}>${(talk: Talk) => {
    const isRunning = talk.kind === "conversation" && talk.standing === "running";
    return html`${isRunning && html`<${Follow} id=${id} onChange=${later} />`}
      <${TalkScreen} talk=${talk} up=${upFrom(talk, lastSeen)} before=${before} after=${after} siblings=${siblings} linked marking=${(verdict: Verdict) => html`<${Marking} key=${verdict.name} name=${verdict.name} mark=${marks[verdict.name]} save=${mark} />`}
        below=${isRunning && talk.status === "RUNNING" && html`<${Answer} id=${id} onSent=${later} />`} />`;
  }}<//>`;
}

function upFrom({ list }: Talk, lastSeen: Props["lastSeen"]) {
  const [kind, id] = (list ?? "").split("/");
  return list && { to: lastSeen(list), text: kind === "run" ? `Run ${id}` : `Calls of agent ${id}` };
}

/** Listens only while the conversation is running. */
function Follow({ id, onChange }: { id: string; onChange: () => void }) {
  useEvents({
    turns: (said) => said.some((turn) => turn.simulation_result_id === id) && onChange(),
    conversations: (changed) => changed.some((conversation) => conversation.id === id) && onChange(),
  });
  return null;
}

function Marking({
  name,
  mark,
  save,
}: {
  name: string;
  mark: Mark | undefined;
  save: (metric: string, mark: Mark) => Promise<void>;
}) {
  const [draft, setDraft] = useState<boolean>();
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    if (draft === undefined) return;
    save(name, { is_right: draft, reason: reason.trim() || null }).then(
      () => setDraft(undefined),
      (error: Error) => setFault(error.message),
    );
  };
  const choose = (is_right: boolean) => {
    setReason(mark?.reason ?? "");
    setDraft(is_right);
  };
  return html`<div class="marking">
    <div class="marking-row" role="group" aria-label=${`Is the verdict on ${name} right?`}><span class="quiet">Is this verdict right?</span>
      <button aria-pressed=${(draft ?? mark?.is_right) === true} onClick=${() => choose(true)}>Yes</button><button aria-pressed=${(draft ?? mark?.is_right) === false} onClick=${() => choose(false)}>No</button>
      ${mark && draft === undefined && html`<span class="quiet">marked ${mark.is_right ? "right" : "wrong"}${mark.reason ? html`: <${Line} text=${mark.reason} />` : ""}</span>`}</div>
    ${
      draft !== undefined &&
      html`<form class="marking-row" onSubmit=${submit}><input aria-label="Reason" placeholder="Reason" maxlength="4000" value=${reason} onInput=${(event: Event) => setReason((event.target as HTMLInputElement).value)} />
      <button class="primary">Save</button><button type="button" onClick=${() => setDraft(undefined)}>Cancel</button></form>`
    }
    ${fault && html`<p role="alert">${fault}</p>`}</div>`;
}

/** A form to answer as the agent. */
function Answer({ id, onSent }: { id: string; onSent: () => void }) {
  const [message, setMessage] = useState("");
  const [isLast, setLast] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    setFault(undefined);
    send(
      "send_http_text_message",
      {},
      { simulation_result_id: id, message, message_id: crypto.randomUUID(), end_conversation: isLast },
    ).then(
      () => {
        setMessage("");
        onSent();
      },
      (error: Error) => setFault(error.message),
    );
  };
  const send_ = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return html`<form class="answer" onSubmit=${submit}><label>Take over: answer as the agent
      <textarea rows="2" required value=${message} onInput=${(event: Event) => setMessage((event.target as HTMLTextAreaElement).value)} onKeyDown=${send_}></textarea></label>
    <p class="marking-row"><button class="primary">Send</button><label><input type="checkbox" checked=${isLast} onChange=${(event: Event) => setLast((event.target as HTMLInputElement).checked)} /> and end the conversation</label></p>
    ${fault && html`<p role="alert">${fault}</p>`}
    <p class="quiet">On the command line: <code>parley chat ${id}</code></p></form>`;
}
