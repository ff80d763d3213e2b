/** Small parts used by all screens. */
import { html } from "htm/preact";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Fact, Standing } from "../../results/talk.ts";
import { visible } from "./visible.ts";

export { duration as span, percent } from "../../engine/words/figures-in-words.ts";
export { html };

const WORDS: Readonly<Record<Standing, string>> = {
  passed: "Passed",
  failed: "Failed",
  unclear: "Inconclusive",
  running: "Running",
  none: "No verdict",
};
const SIGNS: Readonly<Record<Standing, string>> = {
  passed: "✓",
  failed: "✕",
  unclear: "?",
  running: "…",
  none: "–",
};

export const wordOf = (standing: Standing): string => WORDS[standing];

/** A standing as a coloured sign, with the word for screen readers. */
export const Mark = ({ of }: { of: Standing }) =>
  html`<span class="mark ${of}" title=${WORDS[of]}><span aria-hidden="true">${SIGNS[of]}</span><span class="unseen">${WORDS[of]}</span></span>`;

/** The sign of a suspicion, which is not a standing. */
export const SuspectMark = () => html`<span class="mark suspect" aria-hidden="true">!</span>`;

export const Chip = ({ of, word = WORDS[of] }: { of: Standing; word?: string }) =>
  html`<span class="chip ${of}"><span aria-hidden="true">${SIGNS[of]}</span> ${word}</span>`;

/** Parts of a whole, side by side. A part of 0 takes no room. */
export const Bar = ({ of, parts }: { of: number; parts: readonly (readonly [Standing, number])[] }) =>
  html`<span class="bar" aria-hidden="true">${parts.filter(([, part]) => part > 0).map(([standing, part]) => html`<span key=${standing} class=${standing} style=${{ width: `${(part / of) * 100}%` }}></span>`)}</span>`;

/** Longer texts are cut, because a megabyte in one word would block the page. */
const LONG = 4000;

/** An untrusted text, as text. */
export function Said({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= LONG || whole) return html`<bdi class="said">${visible(text)}</bdi>`;
  return html`<bdi class="said">${visible(text.slice(0, LONG))}…</bdi>
    <button class="link" onClick=${() => setWhole(true)}>Show all ${count(text.length)} characters</button>`;
}

/** No sentence is longer. What is longer is cut, because a list may hold thousands of such texts. */
const SENTENCE = 1000;

/** An untrusted text within a line or a list. */
export const Line = ({ text }: { text: string }) =>
  html`<bdi>${visible(text.length > SENTENCE ? `${text.slice(0, SENTENCE)}…` : text)}</bdi>`;

export const count = (number: number): string => number.toLocaleString("en");

export const plural = (number: number, noun: string): string =>
  `${count(number)} ${number === 1 ? noun.replace(/s$/, "") : noun}`;

/** `1 Nov 2026, 09:45`, in the reader's time zone. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** The command that shows or does the same, for copying. */
export function Command({ line, label = "The same on the command line" }: { line: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard?.writeText(line).then(
      () => setCopied(true),
      () => undefined,
    );
  return html`<div class="command">
    ${label && html`<span class="command-label">${label}</span>`}
    <code tabindex="0">${visible(line)}</code>
    ${navigator.clipboard && html`<button onClick=${copy}>${copied ? "Copied" : "Copy"}</button>`}
    <span class="unseen" role="status">${copied ? "Copied" : ""}</span>
  </div>`;
}

export const Panel = ({
  title,
  children,
  className = "",
}: {
  title: string;
  children?: ComponentChildren;
  className?: string;
}) => html`<section class="panel ${className}"><h2>${title}</h2>${children}</section>`;

/** @param linked whether the addresses in them lead somewhere; in a report they do not */
export const Facts = ({ pairs, linked = false }: { pairs: readonly Fact[]; linked?: boolean }) =>
  html`<dl class="facts">
    ${pairs.map(([label, value, to]) => {
      const text = html`<${Line} text=${/^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value} />`;
      return html`<div><dt>${label}</dt><dd>${linked && to ? html`<a href=${`#/${to}`}>${text}</a>` : text}</dd></div>`;
    })}
  </dl>`;

/** The loaded data of a screen, or the error. */
export type Loaded<T> = { readonly value?: T; readonly error?: Error };

/** Loads the data of a screen. The previous data stays visible until the new data has arrived. */
export function useLoaded<T>(load: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { readonly on?: string }>({});
  const key = JSON.stringify(on);
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setState({ value, on: key }),
      (error: Error) => current && setState({ error, on: key }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return state;
}

/** Shows the loaded data, or the error. */
export function Show<T>({ of, children }: { of: Loaded<T>; children: (value: T) => unknown }) {
  if (of.error)
    return html`<div class="notice failed" role="alert"><strong>This cannot be shown.</strong> ${visible(of.error.message)}</div>`;
  if (of.value === undefined) return html`<p class="quiet" role="status">Loading…</p>`;
  return children(of.value);
}
