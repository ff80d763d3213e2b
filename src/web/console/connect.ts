/** How the service reaches an agent, and whether it does. */
import { useState } from "preact/hooks";
import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import { commandOf, type NoReach, type Reach, reachOf } from "../../contract/rules/agent-reach.ts";
import { numberOf, textOf, textsOf } from "../../results/read.ts";
import { Command, html, Line, Panel, Said, Show, span, useLoaded } from "../views/kit.ts";
import { send } from "./api.ts";
import { type Agent, agent as loadAgent } from "./data.ts";

export function ConnectScreen({ id }: { id: string }) {
  const loaded = useLoaded(() => loadAgent(id), [id]);
  return html`<${Show} of=${loaded}>${(agent: Agent) => html`<${Connection} agent=${agent} />`}<//>`;
}

interface Tested {
  /** What happened, in a few words; null if it failed. */
  readonly done: string | null;
  readonly failure: string | null;
  readonly answer: string | null;
  readonly status: number | null;
  readonly ms: number;
  readonly tools: readonly string[];
}

function Connection({ agent }: { agent: Agent }) {
  const { id, name } = agent;
  const reach = reachOf(agent);
  return html`<header class="head"><p class="eyebrow"><a href=${`#/agent/${id}`}>Agent ${id}</a></p><h1>Connect <${Line} text=${name} /></h1>
      <p class="judgement">${reach.by === null ? `Simulations cannot reach this agent. ${reach.why}` : html`<span>${SENDS[reach.by]} <code>${reach.url.origin + reach.url.pathname}</code>.</span>`}</p></header>
    <${reach.by === null ? Missing : WAYS[reach.by]} agent=${agent} reach=${reach} />`;
}

const SENDS = {
  webhook: "The service sends each turn to",
  websocket: "The service calls the agent at",
  telephone: "The service plays the phone company, and asks for the WebSocket to call at",
} as const satisfies Record<Reach["by"], string>;

const Missing = ({ agent: { id, mode }, reach }: { agent: Agent; reach: NoReach }) =>
  html`<${Command} label="Next" line=${commandOf(id, reach)} />
    ${mode === "TEXT" ? html`<${Command} label="Or speak as the agent yourself" line="parley chat --new <simulation-id>" />` : html`<${Command} label="Or wait for the agent to connect to Parley" line="parley voice listen <digital-human-id>" />`}`;

function Webhook({ agent: { id } }: { agent: Agent }) {
  const [message, setMessage] = useState("Hello, can you help me with an appointment?");
  const { tested, isBusy, test } = useTest(() => send("test_agent", { agent_id: id }, { message }));
  return html`<${Panel} title="Send a test message"><form class="stack" onSubmit=${test}>
        <label>What the caller says <textarea rows="2" required maxlength="10000" value=${message} onInput=${(event: Event) => setMessage((event.target as HTMLTextAreaElement).value)}></textarea></label>
        <p><button class="primary" disabled=${isBusy}>${isBusy ? "Waiting for the agent…" : "Send"}</button></p></form>
        <div role="status">${tested && html`<${Result} tested=${tested} />`}</div><//>
    <${Command} line=${`parley api POST /v1/agents/${id}/test-message -d '{"message":"Hello"}'`} />`;
}

function Socket({ agent: { id } }: { agent: Agent }) {
  const { tested, isBusy, test } = useTest(() => send("test_agent_connection", { agent_id: id }, {}));
  return html`<${Panel} title="Try the connection"><form class="stack" onSubmit=${test}>
        <p>This opens the agent's WebSocket and closes it again. Nobody speaks.</p>
        <p><button class="primary" disabled=${isBusy}>${isBusy ? "Connecting…" : "Connect"}</button></p></form>
        <div role="status">${tested && html`<${Result} tested=${tested} />`}</div><//>
    <${Command} line=${`parley api POST /v1/agents/${id}/test-connection`} />
    <${Command} label="To hear it speak, call it" line="parley call <digital-human-id>" />`;
}

const Telephone = () =>
  html`<${Command} label="To try it, call it as its phone company would" line="parley call <digital-human-id> --via twilio" />`;

const WAYS = { webhook: Webhook, websocket: Socket, telephone: Telephone } as const satisfies Record<
  Reach["by"],
  unknown
>;

/** Something that is tried when a form is submitted. */
function useTest(tryIt: () => Promise<unknown>) {
  const [tested, setTested] = useState<Tested>();
  const [isBusy, setBusy] = useState(false);
  const test = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setTested(await tryIt().then(fieldsOf).then(testedOf, refused));
    setBusy(false);
  };
  return { tested, isBusy, test };
}

const testedOf = (test: Fields): Tested => {
  const answer = textOf(test["answer"]);
  return {
    done:
      textOf(test["failure"]) !== null
        ? null
        : answer === null
          ? "The agent accepted the connection"
          : "The agent answered",
    failure: textOf(test["failure"]),
    answer,
    status: numberOf(test["status"]),
    ms: numberOf(test["ms"]) ?? 0,
    tools: textsOf(test["tool_calls"]),
  };
};

const refused = ({ message }: Error): Tested => ({
  done: null,
  failure: message,
  answer: null,
  status: null,
  ms: 0,
  tools: [],
});

/** An agent may answer later, with a request of its own. */
const isTaken = ({ status, answer }: Tested) =>
  answer === null && status !== null && status >= 200 && status < 300;

function Result({ tested }: { tested: Tested }) {
  const { done, failure, answer, status, ms, tools } = tested;
  const [title, look] = done
    ? [done, "passed"]
    : isTaken(tested)
      ? ["The agent accepted the message", ""]
      : ["No answer", "failed"];
  return html`<div class="notice ${look}">
    <p><strong>${title}</strong> <span>${[status === null ? "" : `HTTP ${status}`, ms > 0 ? span(ms) : ""].filter(Boolean).join(", ")}</span></p>
    ${failure !== null && html`<p><${Line} text=${failure} /></p>`}
    ${answer !== null && html`<p class="text"><${Said} text=${answer} /></p>`}
    ${tools.length > 0 && html`<p>Tools called: <code>${tools.join(", ")}</code></p>`}</div>`;
}
