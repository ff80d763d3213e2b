/** The agent's own traces: how long each component took, and which tools were called. */
import { COMPONENT_NAMES } from "../../results/component-names.ts";
import { clock } from "../../results/quantity.ts";
import { asJson } from "../../results/read.ts";
import type { Traces } from "../../results/talk.ts";
import { html, Line, Panel, plural, Said, span } from "./kit.ts";

/** How many tool calls to list. An agent in a loop may have made thousands. */
const TOOLS = 100;

export function TracesPanel({ of: { spans, latency, tool_calls } }: { of: Traces }) {
  return html`<${Panel} title="Traces" className="traces">
    ${
      latency.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label="Latency by component"><table class="numbers">
        <thead><tr><th scope="col">Part</th><th scope="col">p50</th><th scope="col">p95</th><th scope="col">Max</th></tr></thead>
        <tbody>${latency.map(
          (
            one,
          ) => html`<tr><th scope="row">${COMPONENT_NAMES[one.component] ?? one.component}<br /><span class="quiet">${one.spans} ×${one.first_p50_ms === null ? "" : `, first after ${span(one.first_p50_ms)}`}</span></th>
          <td>${span(one.p50_ms)}</td><td>${span(one.p95_ms)}</td><td>${span(one.max_ms)}</td></tr>`,
        )}</tbody></table></div>`
    }
    ${
      tool_calls.length > 0 &&
      html`<ul class="traced-tools">${tool_calls.slice(0, TOOLS).map(
        (
          tool,
        ) => html`<li><details><summary><span class="at">${clock(tool.offset_ms)}</span> <code><${Line} text=${tool.name} /></code> <span class="quiet">${span(tool.duration_ms)}</span></summary>
          <dl><dt>Parameters</dt><dd><code><${Said} text=${asJson(tool.parameters) || "none"} /></code></dd><dt>Output</dt><dd><code><${Said} text=${asJson(tool.output) || "none"} /></code></dd></dl></details></li>`,
      )}</ul>
      ${tool_calls.length > TOOLS && html`<p class="quiet">and ${plural(tool_calls.length - TOOLS, "more tool calls")}</p>`}`
    }
    <p class="quiet">From ${plural(spans, "spans")} of the agent; times count from the first.</p>
  <//>`;
}
