import { isObject } from "../../../contract/is-object.ts";

/** Longer outputs are not parsed as JSON. */
const MAX_JSON_LENGTH = 65_536;

const ERROR_TEXTS = [
  /^\s*(?:error|traceback|http (?:4|5)\d\d)\b/i,
  /^\s*(?:failed|refused|unable|cannot|can't|could not|couldn't) to\b/i,
  /^\s*(?:[\w.]*(?:error|exception)|failed|failure|refused|rejected|denied|declined|forbidden|unauthori[sz]ed|not permitted|not allowed)\s*(?:[:!(–-]|$)/i,
];

/**
 * How a tool that changes something reports that it did not make the change. In the output of a tool that
 * reads, these are data.
 */
const REFUSED = new Set(
  "failed failure refused rejected denied declined forbidden unauthorized invalid not_found".split(" "),
);

/**
 * Whether the output of a call is an error: a text that begins like one ("Error: …", "Failed to …", "HTTP
 * 409"), or an object (also as JSON text) with a non-empty `error` or `errors`, with `success` or `ok` false,
 * with `is_error` or `isError` true, with a `status` of "error", or with a `status_code` or `statusCode` of
 * 400 or more. For a tool that changes something, also an object with a `status` or `result` such as
 * "failed", "refused", or "denied". For a tool that reads, these are the state of what it read.
 */
export function isErrorOutput(output: unknown, isEffectful: boolean): boolean {
  const value = typeof output === "string" ? parsedObject(output) : output;
  if (typeof output === "string" && ERROR_TEXTS.some((text) => text.test(output))) return true;
  return isErrorObject(value, isEffectful);
}

function parsedObject(text: string): unknown {
  if (text.length > MAX_JSON_LENGTH || !/^\s*\{/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isErrorObject(value: unknown, isEffectful: boolean): boolean {
  if (!isObject(value)) return false;
  const { error, errors, success, ok, is_error, isError, status, result, status_code, statusCode } = value;
  const says = (word: unknown) => typeof word === "string" && REFUSED.has(word.toLowerCase());
  return (
    Boolean(error) ||
    (Array.isArray(errors) ? errors.length > 0 : Boolean(errors)) ||
    success === false ||
    ok === false ||
    is_error === true ||
    isError === true ||
    status === "error" ||
    Number(status_code ?? 0) >= 400 ||
    Number(statusCode ?? 0) >= 400 ||
    (isEffectful && (says(status) || says(result) || value["refused"] === true))
  );
}
