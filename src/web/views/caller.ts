/** Who the caller is: what it wants, what it knows, and what counts as success. */
import type { Caller } from "../../results/caller.ts";
import { html, Line, Panel, Said } from "./kit.ts";

/** @param to where the name leads; nowhere in a report */
export const CallerPanel = ({ of, to }: { of: Caller; to?: string | undefined }) =>
  html`<${Panel} title="The caller" className="caller">
    <p class="caller-name">${to ? html`<a href=${`#/${to}`}><${Line} text=${of.name} /></a>` : html`<${Line} text=${of.name} />`}
      ${of.tags.map((tag) => html` <span class="chip"><${Line} text=${tag} /></span>`)}</p>
    ${of.goal && html`<p><${Said} text=${of.goal} /></p>`}
    ${of.facts.length > 0 && html`<dl class="facts">${of.facts.map(([name, value]) => html`<div><dt><${Line} text=${name} /></dt><dd><${Line} text=${value} /></dd></div>`)}</dl>`}
    ${
      (of.criteria || of.expected_tools.length > 0) &&
      html`<h3>What counts as success</h3>
      ${of.criteria && html`<p class="criteria"><${Said} text=${of.criteria.replace(/^@rules\s*/, "").trim()} /></p>`}
      ${of.expected_tools.length > 0 && html`<p>Calls ${of.expected_tools.map((name, at) => html`${at > 0 && ", "}<code><${Line} text=${name} /></code>`)}</p>`}`
    }
  <//>`;
