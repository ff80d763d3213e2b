/** Secrets are never shown: not in answers, traces, dry runs, refusals, or the lines around a fault. */
import { SECRET_FIELDS, SHOWN_ONCE } from "./values.ts";

export const MASK = "••••";

const FIELDS: ReadonlySet<string> = new Set(SECRET_FIELDS);
const ONCE: ReadonlySet<string> = new Set(SHOWN_ONCE);

/**
 * Names of secrets that are not fields of the contract: in headers and queries, and names used by people and
 * other services.
 */
const SECRET_NAME =
  /(?:^|[-_.])(?:api[-_]?key|key|apikey|secret|token|password|passwd|authorization|cookie|signature|credential)s?$/i;

/** Whether this is the name of a secret, in headers, a query or a body. */
export const isSecretName = (name: string) => FIELDS.has(name) || SECRET_NAME.test(name);

/** Whether answers are shown without this field. */
export const isMaskedInAnswers = (name: string) => FIELDS.has(name) && !ONCE.has(name);

type Replace = (name: string, item: unknown, parent: Readonly<Record<string, unknown>>) => unknown;

/**
 * A copy of a value. `replace` can replace every field that has a value. If it returns undefined, the field
 * is kept.
 */
export function replaceFields(value: unknown, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceFields(item, replace));
  // An `ExactNumber` is an object, but must keep its digits.
  if (typeof value !== "object" || value === null || value instanceof Number) return value;
  const parent = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(parent).map(([name, item]) => [
      name,
      (item === null || item === undefined ? undefined : replace(name, item, parent)) ??
        replaceFields(item, replace),
    ]),
  );
}

/** A value without its secrets. `path` is where the value comes from. */
export function withoutSecrets(value: unknown, path: readonly PropertyKey[] = []): unknown {
  if (value !== null && value !== undefined && path.some((step) => isSecretName(String(step)))) return MASK;
  return replaceFields(value, (name) => (isSecretName(name) ? MASK : undefined));
}

/** The name of a field, in YAML, JSON, a flag or a query, up to its value. */
const NAMED = /(?<![\w.-])([\w.-]{1,64})["']?\s*[:=]\s*(?=[^\s#])/g;

/** A value that certainly ends there: a plain word within the braces of YAML. */
const PLAIN_WORD = /^[\w.-]{1,200}(?=\s*[,}])/;

/** A line of text without anything after the name of a secret; in `{key: id, file: a.csv}`, without its value alone. */
export function lineWithoutSecrets(line: string): string {
  let open = "";
  let at = 0;
  for (const { 0: named, 1: name = "", index } of line.matchAll(NAMED)) {
    if (index < at || !isSecretName(name)) continue;
    const value = index + named.length;
    open += `${line.slice(at, value)}${MASK}`;
    const [word] = (isInBraces(line.slice(0, index)) && PLAIN_WORD.exec(line.slice(value))) || [];
    if (word === undefined) return open;
    at = value + word.length;
  }
  return open + line.slice(at);
}

const isInBraces = (text: string) => text.lastIndexOf("{") > text.lastIndexOf("}");

/** A URL without its password and without the values of secrets in its query. */
export function urlWithoutSecrets(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== "") url.password = MASK;
  for (const name of [...url.searchParams.keys()]) if (isSecretName(name)) url.searchParams.set(name, MASK);
  if (url.href === new URL(text).href) return text;
  try {
    return decodeURI(url.href);
  } catch {
    // Not every escape sequence decodes to text.
    return url.href;
  }
}
