/** A document as it was written. Each part is derived from the parser's events when it is requested. */
import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";

/** The text and events of one document. */
export interface Written {
  readonly text: string;
  /** Offset of the text in its file. */
  readonly start: number;
  /** They refer to positions in the text. */
  readonly events: readonly Event[];
}

export interface YamlPair {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** The content of a document. */
export const toNode = (written: Written): YamlNode =>
  new YamlNode({ ...written, anchors: anchorsOf(written), referred: new Map() }, 1);

interface Anchored extends Written {
  /** The events that have each anchor, in order. */
  readonly anchors: ReadonlyMap<string, readonly number[]>;
  /** The nodes that aliases refer to, by the index of their first event. */
  readonly referred: Map<number, YamlNode>;
}

function anchorsOf({ events, text }: Written): Map<string, number[]> {
  const anchors = new Map<string, number[]>();
  for (const [at, event] of events.entries()) {
    if (event.type === EVENT_ID.ALIAS || !("anchorStart" in event) || event.anchorStart < 0) continue;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    const bearers = anchors.get(name) ?? [];
    anchors.set(name, bearers);
    bearers.push(at);
  }
  return anchors;
}

export class YamlNode {
  readonly #written: Anchored;
  /** The index of its first event. */
  readonly #at: number;
  #children: readonly YamlNode[] | undefined;
  #own: ReadonlyMap<string, YamlPair> | undefined;
  #merged: readonly YamlNode[] | undefined;

  constructor(written: Anchored, at: number) {
    this.#written = written;
    this.#at = at;
  }

  get #event(): Event | undefined {
    return this.#written.events[this.#at];
  }

  /** Where it begins in the file, after its anchor and its tag. */
  get offset(): number {
    const { start } = this.#written;
    const event = this.#event;
    if (event?.type === EVENT_ID.SCALAR) return start + this.#offsetOfScalar(event);
    return start + (event ? (startOf(event) ?? 0) : 0);
  }

  /** The value of a scalar as text, without quotes and escapes. */
  get text(): string | undefined {
    const event = this.#event;
    return event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#written.text, event) : undefined;
  }

  /** Whether it is the key that merges other mappings into the mapping that has it. */
  get isMerge(): boolean {
    const event = this.#event;
    return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && this.text === "<<";
  }

  get tag(): { readonly name: string; readonly offset: number } | undefined {
    const { text, start } = this.#written;
    const event = this.#event;
    if (!event || !("tagStart" in event) || event.tagStart < 0) return undefined;
    return { name: text.slice(event.tagStart, event.tagEnd), offset: start + event.tagStart };
  }

  /** The items of a sequence; empty for any other node. */
  get items(): readonly YamlNode[] {
    return this.#event?.type === EVENT_ID.SEQUENCE ? this.#inside() : [];
  }

  /** The pairs of a mapping; empty for any other node. */
  get pairs(): YamlPair[] {
    if (this.#event?.type !== EVENT_ID.MAPPING) return [];
    const inside = this.#inside();
    return inside.flatMap((key, i) => {
      const value = inside[i + 1];
      return i % 2 === 0 && value ? [{ key, value }] : [];
    });
  }

  /**
   * The pair of a key: the mapping's own, or else one from a merge key. Names are collected once, so that many questions
   * about a large mapping take time in proportion to it.
   */
  pairNamed(name: string): YamlPair | undefined {
    this.#own ??= firstByName(this.pairs);
    const own = this.#own.get(name);
    if (own) return own;
    this.#merged ??= mergedInto(this.pairs);
    for (const source of this.#merged) {
      const pair = source.pairNamed(name);
      if (pair) return pair;
    }
    return undefined;
  }

  /** The node that an alias refers to. Any other node returns itself. */
  get followed(): YamlNode {
    const { anchors, referred, text } = this.#written;
    const alias = this.#event;
    if (alias?.type !== EVENT_ID.ALIAS) return this;
    const bearers = anchors.get(text.slice(alias.anchorStart, alias.anchorEnd)) ?? [];
    const last = bearers.findLast((at) => at < this.#at);
    if (last === undefined) return this;
    const node = referred.get(last) ?? new YamlNode(this.#written, last);
    referred.set(last, node);
    return node;
  }

  #inside(): readonly YamlNode[] {
    if (this.#children) return this.#children;
    const { events } = this.#written;
    const children: YamlNode[] = [];
    for (
      let at = this.#at + 1;
      at < events.length && events[at]?.type !== EVENT_ID.POP;
      at = after(events, at)
    )
      children.push(new YamlNode(this.#written, at));
    this.#children = children;
    return children;
  }

  #offsetOfScalar({ style, valueStart, tagEnd, anchorEnd }: ScalarEvent): number {
    const { text, events } = this.#written;
    if (style === SCALAR_STYLE.PLAIN && valueStart >= 0) return valueStart;
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) return valueStart - 1;
    const before = Math.max(endBefore(events, this.#at), tagEnd, anchorEnd);
    if (valueStart < 0) return before + emptyAfter(text.slice(before));
    // The event of a block starts at the block's first line, and `|` or `>` is at the end of the line above.
    const header = Math.max(before, text.lastIndexOf("\n", valueStart - 2) + 1);
    return header + Math.max(0, text.slice(header, valueStart).search(/[|>]/));
  }
}

function firstByName(pairs: readonly YamlPair[]): ReadonlyMap<string, YamlPair> {
  const own = new Map<string, YamlPair>();
  for (const pair of pairs) {
    const { text } = pair.key.followed;
    if (text !== undefined && !own.has(text)) own.set(text, pair);
  }
  return own;
}

/** The mappings that merge keys name, in order. */
const mergedInto = (pairs: readonly YamlPair[]): YamlNode[] =>
  pairs
    .filter(({ key }) => key.isMerge)
    .flatMap(({ value: { followed } }) => (followed.items.length > 0 ? followed.items : [followed]))
    .map(({ followed }) => followed);

/** The event after a node and everything inside it. */
function after(events: readonly Event[], from: number): number {
  let at = from;
  for (let depth = 0; at < events.length; ) {
    const type = events[at++]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
    else if (type === EVENT_ID.POP) depth--;
    if (depth === 0) break;
  }
  return at;
}

/** Where a collection or an alias begins. */
function startOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  return "start" in event ? event.start : undefined;
}

/** The end of the text before an event, as far as events show it. */
function endBefore(events: readonly Event[], at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    const event = events[i];
    if (event?.type === EVENT_ID.SCALAR && event.valueEnd >= 0) return event.valueEnd;
    if (event?.type === EVENT_ID.ALIAS) return event.anchorEnd;
    if (event && "start" in event) return event.start + (event.style === COLLECTION_STYLE.FLOW ? 1 : 0);
  }
  return 0;
}

/** The position of a missing value: after the character that announces it. */
function emptyAfter(text: string): number {
  const [closed = ""] = /^["'\]}]*/.exec(text) ?? [];
  const [announced] = /^(?:\s|(?<=\s)#[^\n]*(?:\n|$))*[:?-]/.exec(text.slice(closed.length)) ?? [];
  return announced === undefined ? 0 : closed.length + announced.length;
}
