import {
  DEFAULT_SCALAR_STYLE_RULES,
  type Document,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  floatYaml11Tag,
  intYaml11Tag,
  NOT_RESOLVED,
  SCALAR_STYLE_DOUBLE_QUOTED,
  type ScalarStyleRule,
  strTag,
  visit,
} from "js-yaml";
import { escapeControls, hasCommands, hasControls } from "../terminal/sanitize.ts";

/** Leading lines with nothing but spaces, which the writer's blocks lose. */
const STARTS_BLANK = /^\s*[ \t]\n/;

/** A key of this name, unless it is quoted, merges another mapping into its own. */
const MERGE_KEY = "<<";

/** In YAML 1.1, a value of the type "default value". Most readers refuse it. */
const DEFAULT_VALUE = "=";

/** Some readers take it for a time, although minutes and seconds have two digits. */
const LOOSE_TIME = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t])[ \t]{0,9}\d\d?:\d/;

const mustBeQuoted = (text: string) =>
  text === MERGE_KEY ||
  text === DEFAULT_VALUE ||
  STARTS_BLANK.test(text) ||
  LOOSE_TIME.test(text) ||
  hasControls(text) ||
  hasCommands(text);

const INTEGER = /^-?\d+$/;

/** A number that a double cannot represent. An integer keeps its digits. */
const exactNumber = defineScalarTag("!exact", {
  resolve: () => NOT_RESOLVED,
  identify: (value) => value instanceof Number,
  represent: (value) =>
    INTEGER.test(String(value)) ? String(value) : floatYaml11Tag.represent(Number(value)),
});
const SCHEMA = DUMP_SCHEMA.withTags(exactNumber);

/** Otherwise its tag would be written out. */
function asPlainNumber(documents: Document[]): void {
  visit(documents, (node) => {
    if (node.kind !== "scalar" || node.tag !== exactNumber.tagName) return;
    node.tag = INTEGER.test(node.value) ? intYaml11Tag.tagName : floatYaml11Tag.tagName;
    node.tagged = false;
  });
}

const quoteWhatIsObeyed: ScalarStyleRule = (layout) => {
  if (layout.node.tag === strTag.tagName && mustBeQuoted(layout.node.value))
    layout.style = SCALAR_STYLE_DOUBLE_QUOTED;
};

/**
 * Data as YAML. Long lines stay whole, and reading it gives every text unchanged, also by readers of YAML 1.1,
 * for which a plain 10:00 is a number, 2026-11-01 a date, and "yes" a truth value. Anything that a terminal or
 * a CI server would obey is escaped, which requires double quotes.
 */
export function writeYaml(data: unknown): string {
  const text = dump(data ?? null, {
    schema: SCHEMA,
    transform: asPlainNumber,
    lineWidth: -1,
    noRefs: true,
    skipInvalid: true,
    quoteStyle: "double",
    scalarStyleRules: [quoteWhatIsObeyed, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
  });
  return escapeControls(text);
}
