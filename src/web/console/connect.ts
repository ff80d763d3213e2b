/** Whether the service reaches an agent, and what the agent answers. */
import { useState } from "preact/hooks";
import { fieldsOf, numberOf, textOf, textsOf } from "../model/read.ts";
import { Command, html, Line, Panel, Said, Show, span, useLoaded } from "../views/kit.ts";
import { send } from "./api.ts";
import { type Agent, agent as loadAgent } from "./data.ts";

export function ConnectScreen({ id }: { id: string }) {
  const loaded = useLoaded(() => loadAgent(id), [id]);
  return html`<${Show} of=${loaded}>${(agent: Agent) => html`<${Form} agent=${agent} />`}<//>`;
}

interface Tested {
  readonly answer: string | null;
  readonly failure: string | null;
  readonly status: number | null;
  readonly ms: number;
  readonly tools: readonly string[];
}

function Form({ agent: { id, name, http_webhook } }: { agent: Agent }) {
  const [message, setMessage] = useState("Hello, can you help me with an appointment?");
  const [tested, setTested] = useState<Tested>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const found = fieldsOf(await send("test_agent", { agent_id: id }, { message }));
      setTested({
        answer: textOf(found["answer"]),
        failure: textOf(found["failure"]),
        status: numberOf(found["status"]),
        ms: numberOf(found["ms"]) ?? 0,
        tools: textsOf(found["tool_calls"]),
      });
    } catch (error) {
      setTested({ answer: null, failure: (error as Error).message, status: null, ms: 0, tools: [] });
    }
    setBusy(false);
  };
  const place = http_webhook && URL.canParse(http_webhook) ? new URL(http_webhook) : undefined;
  return html`<header class="head"><p class="eyebrow"><a href=${`#/agent/${id}`}>Agent ${id}</a></p><h1>Connect <${Line} text=${name} /></h1>
      <p class="judgement">${place ? html`<span>The service sends each turn to <code>${place.origin + place.pathname}</code>.</span>` : "The agent has no webhook yet, so the service cannot reach it."}</p></header>
    ${
      place &&
      html`<${Panel} title="Send a test message"><form class="stack" onSubmit=${submit}>
        <label>What the caller says <textarea rows="2" required maxlength="10000" value=${message} onInput=${(event: Event) => setMessage((event.target as HTMLTextAreaElement).value)}></textarea></label>
        <p><button class="primary" disabled=${isBusy}>${isBusy ? "Waiting for the agent…" : "Send"}</button></p></form>
        <div role="status">${tested && html`<${Result} tested=${tested} />`}</div><//>`
    }
    <${Command} label=${place ? "The same on the command line" : "Next"} line=${place ? `parley api POST /v1/agents/${id}/test-message -d '{"message":"Hello"}'` : `parley agents update ${id} --set http_webhook=<url>`} />`;
}

/** An agent may answer later, with a request of its own. */
const isTaken = (status: number | null, answer: string | null) =>
  answer === null && status !== null && status >= 200 && status < 300;

const Result = ({ tested: { answer, failure, status, ms, tools } }: { tested: Tested }) =>
  html`<div class="notice ${failure === null ? "passed" : isTaken(status, answer) ? "" : "failed"}">
    <p><strong>${failure === null ? "The agent answered" : isTaken(status, answer) ? "The agent accepted the message" : "No answer"}</strong> <span>${[status === null ? "" : `HTTP ${status}`, ms > 0 ? span(ms) : ""].filter(Boolean).join(", ")}</span></p>
    ${failure !== null && html`<p><${Line} text=${failure} /></p>`}
    ${answer !== null && html`<p class="text"><${Said} text=${answer} /></p>`}
    ${tools.length > 0 && html`<p>Tools called: <code>${tools.join(", ")}</code></p>`}</div>`;
