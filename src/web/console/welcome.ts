/** The page for somebody who has not signed in: what this is, and the next command. */
import { Command, html } from "../views/kit.ts";

export const Welcome = ({ note }: { note?: string }) =>
  html`<div class="welcome"><header class="head">
      <h1>Parley is running here</h1>
      <p class="judgement">It tests and monitors conversational agents: it plays callers, judges what was said, and keeps every verdict with its evidence. This page shows runs, conversations, calls and versions, live.</p></header>
    ${note && html`<div class="notice failed" role="alert">${note}</div>`}
    <section class="panel"><h2>To sign in</h2>
      <p>Run this in a terminal. It opens this page with a link that works once; your key stays where it is.</p>
      <${Command} label="" line="parley open" /></section>
    <section class="panel"><h2>Not set up yet?</h2>
      <p>The service printed a key on first start. Store it, check that it works, and read the API.</p>
      <${Command} label="" line=${`parley auth login --base-url ${location.origin}`} /><${Command} label="" line="parley doctor" />
      <p><a href="/docs">API reference</a></p></section></div>`;
