import { Document, visit } from "yaml";
import { escapeControls, hasCommands, hasControls } from "../terminal/sanitize.ts";

/** Leading lines with nothing but spaces, which the writer's blocks lose. */
const STARTS_BLANK = /^\s*[ \t]\n/;

/** A key of this name, unless it is quoted, merges another mapping into its own. */
const MERGE_KEY = "<<";

/** In YAML 1.1, a value of the type "default value". Most readers refuse it. */
const DEFAULT_VALUE = "=";

const mustBeQuoted = (text: string) =>
  text === MERGE_KEY ||
  text === DEFAULT_VALUE ||
  STARTS_BLANK.test(text) ||
  hasControls(text) ||
  hasCommands(text);

/** An integer that keeps its digits, because it is too large for a double. */
const isLargeInteger = (value: unknown) => value instanceof Number && /^-?\d+$/.test(String(value));

/**
 * Data as YAML. Long lines stay whole, and reading it gives every text unchanged, also by readers of YAML 1.1,
 * for which a plain 10:00 is a number, 2026-11-01 a date, and "yes" a truth value. Anything that a terminal or
 * a CI server would obey is escaped, which requires double quotes.
 */
export function writeYaml(data: unknown): string {
  const document = new Document(
    data ?? null,
    (_, value) => (isLargeInteger(value) ? BigInt(String(value)) : value),
    { compat: "yaml-1.1" },
  );
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && mustBeQuoted(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return escapeControls(document.toString({ lineWidth: 0 }));
}
