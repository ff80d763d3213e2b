/** The reason that a service gives, in any format, shortened and without markup. */
import { isSecretName, MASK } from "../contract/secrets.ts";
import type { Detail } from "../lib/failure.ts";

export interface ErrorReason {
  /** Undefined if the service does not give any. */
  readonly message: string | undefined;
  readonly details: readonly Detail[];
  /** Whether the answer is a web page, which the API itself never sends. */
  readonly isPage: boolean;
}

/**
 * How much is shown of a single text of the service, and of all its faults together: at most a screen or two.
 */
const TEXT_MAXIMUM = 1000;
const PATH_MAXIMUM = 200;
const TOLD_MAXIMUM = 20_000;

/** The fields in which different frameworks put the reason, the most informative first. */
const TELLING = [
  "detail",
  "message",
  "error_description",
  "error_message",
  "description",
  "msg",
  "reason",
  "error",
  "errors",
  "details",
  "title",
  "fault",
  "Message",
];

/** The reason in the body of a refusal: a value from JSON, or text. */
export function readErrorBody(body: unknown): ErrorReason {
  if (typeof body === "string" && /^\s*</.test(body)) return ofMarkup(body);
  const { message, items } = readReason(body);
  return { message: message && shorten(message), details: toDetails(items), isPage: false };
}

interface Found {
  readonly message?: string | undefined;
  readonly items: readonly unknown[];
}

function readReason(value: unknown): Found {
  if (typeof value === "string") return { message: oneLine(value), items: [] };
  if (Array.isArray(value)) {
    const [only] = value;
    return value.length === 1 && typeof only === "string" ? readReason(only) : { items: value };
  }
  if (typeof value !== "object" || value === null) return { items: [] };
  const fields = value as Readonly<Record<string, unknown>>;
  const inner = TELLING.filter((name) => isTelling(fields[name])).map((name) => readReason(fields[name]));
  if (inner.length === 0)
    return { items: Object.entries(fields).flatMap(([name, item]) => fieldFaults(name, item)) };
  return {
    message: inner.find(({ message }) => message)?.message,
    items: inner.find(({ items }) => items.length > 0)?.items ?? [],
  };
}

const isTelling = (value: unknown) =>
  (typeof value === "string" && value.trim() !== "") ||
  (typeof value === "object" && value !== null && Object.keys(value).length > 0);

/** Fields with what is wrong with each of them, as some frameworks report it. */
function fieldFaults(name: string, value: unknown): unknown[] {
  const texts = Array.isArray(value) && value.every((item) => typeof item === "string") ? value : [value];
  return texts.map((msg) => ({ loc: [name], msg: typeof msg === "string" ? msg : JSON.stringify(msg) }));
}

const oneLine = (text: string): string | undefined => {
  // Bytes that are not text. Control sequences are removed where the text is shown.
  if (/[\x00-\x06\ufffd]/.test(text)) return undefined;
  return text.trim() || undefined;
};

/** The title of a web page, or the message of an error in XML. */
function ofMarkup(text: string): ErrorReason {
  const isPage = !/^\s*<\?xml|^\s*<error/i.test(text) || /<html/i.test(text);
  for (const tag of ["message", "title", "h1"]) {
    const [, inner] = new RegExp(`<${tag}\\b[^<>]*>([^<]{1,${TEXT_MAXIMUM}})`, "i").exec(text) ?? [];
    const words = inner && withoutEntities(inner).replaceAll(/\s+/g, " ").trim();
    if (words) return { message: words, details: [], isPage };
  }
  return { message: undefined, details: [], isPage };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const withoutEntities = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w{2,6}));/g, (all, code?: string, name = "") =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? all),
  );

/** A text of the service, cut at the maximum, with a note of how much was left out. */
export function shorten(text: string, maximum = TEXT_MAXIMUM): string {
  const left_out = text.length - maximum;
  if (left_out <= 0) return text;
  return `${text.slice(0, maximum).toWellFormed()}… (${left_out.toLocaleString("en")} more characters)`;
}

/** The faults of a refusal, as many as fit, and how many more there are. */
function toDetails(items: readonly unknown[]): Detail[] {
  const details: Detail[] = [];
  let room = TOLD_MAXIMUM;
  for (const item of items) {
    const detail = toDetail(item);
    room -= JSON.stringify(detail).length;
    if (room < 0 && details.length > 0) {
      const more = items.length - details.length;
      details.push({ where: "…", message: `and ${more.toLocaleString("en")} more` });
      break;
    }
    details.push(detail);
  }
  return details;
}

/** One fault. Every part of it may be missing. */
function toDetail(item: unknown): Detail {
  const fields = (typeof item === "object" && item !== null ? item : {}) as Readonly<Record<string, unknown>>;
  const { loc, input } = fields;
  const path = pathOf(loc ?? fields["field"] ?? fields["path"] ?? fields["pointer"]);
  const [origin, ...rest] = path;
  const where = rest.length > 0 && origin === "body" ? rest.join(".") : path.join(".");
  const secret = path.some(isSecretName);
  const message = [fields["msg"], fields["message"], fields["detail"], fields["title"], item].find(
    (text) => typeof text === "string",
  );
  return {
    where: shorten(where, PATH_MAXIMUM),
    message: shorten(typeof message === "string" ? message : (JSON.stringify(item) ?? "no reason given")),
    ...(input !== undefined && { input: secret ? MASK : shortenedInput(input) }),
  };
}

function pathOf(path: unknown): string[] {
  if (Array.isArray(path)) return path.map(String);
  return typeof path === "string" && path !== "" ? [path] : [];
}

/** An input as it was sent if it is short, otherwise the beginning of its JSON. */
function shortenedInput(input: unknown): unknown {
  const json = JSON.stringify(input);
  return json.length <= TEXT_MAXIMUM ? input : shorten(typeof input === "string" ? input : json);
}
