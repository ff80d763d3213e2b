/** Finds aliases of a document that must not be followed. */
import { EVENT_ID, type Event } from "js-yaml";
import type { YamlFault } from "./fault.ts";

/**
 * How much larger following aliases may make a document: up to so many nodes, or so many times its own number
 * of nodes.
 */
const NODES_MINIMUM = 10_000;
const GROWTH_MAXIMUM = 10;
/** No person writes a document with this many aliases, whatever they refer to. */
const ALIASES_MAXIMUM = 20_000;

/** The number of nodes of a value after following its aliases; undefined until the value ends. */
interface Anchored {
  size?: number;
}

/**
 * The first alias that has no anchor, that is within its own anchor, or that makes the document too large.
 */
export function aliasFault(events: readonly Event[], text: string, start: number): YamlFault | undefined {
  if (!events.some(({ type }) => type === EVENT_ID.ALIAS)) return undefined;
  const anchors = new Map<string, Anchored>();
  // The sizes of the open collections, starting with the document.
  const open: { size: number; readonly anchored: Anchored }[] = [];
  let written = 0;
  let aliases = 0;
  const grow = (by: number) => {
    const around = open.at(-1);
    if (around) around.size += by;
  };
  /** An alias refers to the last earlier anchor of its name. */
  const anchor = (from: number, to: number): Anchored => {
    const anchored = {};
    if (from >= 0) anchors.set(text.slice(from, to), anchored);
    return anchored;
  };
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (!closed) continue;
      closed.anchored.size = closed.size;
      grow(closed.size);
    } else if (event.type === EVENT_ID.DOCUMENT) open.push({ size: 0, anchored: {} });
    else if (event.type === EVENT_ID.ALIAS) {
      const name = text.slice(event.anchorStart, event.anchorEnd);
      const message = refusal(name, anchors.get(name), written, ++aliases);
      if (message !== undefined) return { offset: start + event.anchorStart - 1, message };
      grow(anchors.get(name)?.size ?? 1);
    } else {
      written++;
      const anchored = anchor(event.anchorStart, event.anchorEnd);
      if (event.type === EVENT_ID.SCALAR) {
        anchored.size = 1;
        grow(1);
      } else open.push({ size: 1, anchored });
    }
  }
  return undefined;
}

function refusal(
  name: string,
  target: Anchored | undefined,
  written: number,
  aliases: number,
): string | undefined {
  if (!target) return `no anchor &${name} before this alias`;
  if (target.size === undefined) return `*${name} is inside its own anchor`;
  if (target.size > NODES_MINIMUM && target.size > written * GROWTH_MAXIMUM)
    return "the aliases make the document grow too large";
  return aliases > ALIASES_MAXIMUM
    ? `the document has more than ${ALIASES_MAXIMUM} aliases; use defaults instead`
    : undefined;
}
