/** The frame of every screen: the bar at the top, the keys, and the focus when the screen changes. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { html } from "./kit.ts";

export interface FrameProps {
  /** Links of the bar: address and text. */
  readonly links: readonly (readonly [path: string, text: string])[];
  /** The current address. */
  readonly path: readonly string[];
  readonly title: string;
  readonly end?: ComponentChildren;
  /** The actions of further keys. */
  readonly keys?: Readonly<Record<string, () => void>>;
  readonly children?: ComponentChildren;
}

const HELP: readonly (readonly [string, string])[] = [
  ["j", "Next failure"],
  ["k", "Previous failure"],
  ["space", "Play or pause the recording"],
  ["← →", "Move by a second; with Shift by five"],
  ["/", "Filter the list"],
  ["↑ ↓", "Move in a list"],
  ["u", "Up: from a conversation to its run"],
  ["?", "This help"],
];

export function Frame({ links, path, title, end, keys = {}, children }: FrameProps) {
  const help = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const address = path.join("/");
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  // Before painting. Later, it would take the focus from a field that the user has chosen in the meantime.
  useLayoutEffect(() => {
    // A screen reader then announces the new screen.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
    scrollTo(0, 0);
  }, [address]);
  // Before painting, because a key can be pressed as soon as the screen is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      )
        return;
      if (event.key === "?") help.current?.showModal();
      else if (event.key === "/") {
        const field = document.querySelector<HTMLElement>("[data-search]");
        if (!field) return;
        field.focus();
      } else if (keys[event.key]) keys[event.key]?.();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  return html`<header class="bar-top"><div>
      <a class="brand" href="#/"><svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="M4 8v6M8 4v11M12 7v11M16 9v4M20 10.5v1" /></g></svg>Parley</a>
      ${links.length > 0 && html`<nav aria-label="Main">${links.map(([to, text]) => html`<a key=${to} href=${`#/${to}`} aria-current=${to.split("/")[0] === (path[0] ?? "") ? "page" : undefined}>${text}</a>`)}</nav>`}
      <span class="end">${end}<button class="link" onClick=${() => help.current?.showModal()}>Keys</button></span>
    </div></header>
    <main ref=${main} tabindex="-1">${children}</main>
    <dialog ref=${help} aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
      <dl>${HELP.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl>
      <button onClick=${() => help.current?.close()}>Close</button></dialog>`;
}
