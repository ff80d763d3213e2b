/**
 * The only reader of YAML 1.2 (core schema, merge keys; a number with leading zeros is a text), and of JSON as a part of it. Values are created
 * directly from the parser's events. Positions are derived from the events only when they are requested.
 */
import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  floatCoreTag,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  type ScalarTagDefinition,
  YAMLException,
} from "js-yaml";
import { aliasFault } from "./aliases.ts";
import type { YamlFault } from "./fault.ts";
import { faultsOf } from "./faults.ts";
import { toNode, type YamlNode } from "./nodes.ts";
import { inWords } from "./words.ts";

export interface YamlDocument {
  readonly value: unknown;
  /** The document as it was written, with the offset of each part. */
  root(): YamlNode;
}

export interface YamlText {
  /** The documents without a fault. Empty ones are left out. */
  readonly documents: readonly YamlDocument[];
  readonly faults: readonly YamlFault[];
}

/** The depth of nesting: more than anybody writes, and little enough for the parser's recursion. */
const DEPTH_MAXIMUM = 500;
/** How many keys merge keys (`<<`) may copy within a document. */
const MERGED_KEYS_MAXIMUM = 1_000_000;
/** A postcode or a telephone number. YAML would take it for a number, and lose its zeros. */
const LEADING_ZERO = /^0\d+$/;
const withoutLeadingZeros = (tag: ScalarTagDefinition<number>): ScalarTagDefinition<number> => ({
  ...tag,
  resolve: (source, isExplicit, name) =>
    !isExplicit && LEADING_ZERO.test(source) ? NOT_RESOLVED : tag.resolve(source, isExplicit, name),
});
const NUMBERS = [intCoreTag, floatCoreTag].map(withoutLeadingZeros);
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, NUMBERS);

/** The documents of a text. A fault in one document hides neither the other documents nor their faults. */
export function readYaml(text: string): YamlText {
  const whole = readPart(text, 0);
  if (!whole.isBroken) return whole;
  const parts = partsOf(text).map((part) => readPart(part.text, part.start));
  return {
    documents: parts.flatMap(({ documents }) => documents),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

/** @param start the offset of the part in the text */
function readPart(text: string, start: number): YamlText & { readonly isBroken?: boolean } {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: DEPTH_MAXIMUM });
  } catch (error) {
    return { documents: [], faults: [faultOf(error, text, start)], isBroken: true };
  }
  const documents: YamlDocument[] = [];
  const faults: YamlFault[] = [];
  for (const document of documentsOf(events)) {
    const read = readDocument(document, text, start);
    if ("faults" in read) faults.push(...read.faults);
    else documents.push(read);
  }
  return { documents, faults };
}

function readDocument(
  events: Event[],
  text: string,
  start: number,
): YamlDocument | { readonly faults: readonly YamlFault[] } {
  let node: YamlNode | undefined;
  const root = () => {
    node ??= toNode({ text, start, events });
    return node;
  };
  const fault = aliasFault(events, text, start);
  if (fault) return { faults: [fault] };
  try {
    const options = { source: text, schema: SCHEMA, maxTotalMergeKeys: MERGED_KEYS_MAXIMUM };
    return { value: constructFromEvents(events, options)[0], root };
  } catch (error) {
    const all = faultsOf(root());
    return { faults: all.length > 0 ? all : [faultOf(error, text, start)] };
  }
}

/** The events of each document that is not empty. */
function documentsOf(events: readonly Event[]): Event[][] {
  const documents: Event[][] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) documents.push([]);
    documents.at(-1)?.push(event);
  }
  return documents.filter(([, content]) => !isNothing(content));
}

const isNothing = (event: Event | undefined) =>
  event?.type === EVENT_ID.SCALAR && event.valueStart < 0 && event.tagStart < 0 && event.anchorStart < 0;

/**
 * Splits a text that cannot be parsed into documents: `---` at the beginning of a line ends a document
 * wherever it is. If the text has directives, it is not split, because `---` then does not show where the
 * next document begins.
 */
function partsOf(text: string): { readonly start: number; readonly text: string }[] {
  const starts = /^%/m.test(text) ? [] : [...text.matchAll(/(?<=\n)---(?=\s)/g)].map(({ index }) => index);
  return [0, ...starts].map((start, i) => ({ start, text: text.slice(start, starts[i]) }));
}

function faultOf(error: unknown, text: string, start: number): YamlFault {
  if (!(error instanceof YAMLException) || error.mark === undefined) throw error;
  const { reason, mark } = error;
  return { offset: start + mark.position, message: inWords(reason, text, mark.position) };
}
