import { isJsonObject } from "./argument-matcher.ts";

/** Longer outputs are not parsed as JSON. */
const MAX_JSON_LENGTH = 65_536;

/**
 * Whether the output of a call is shaped as an error: a text that starts with the word "error", or an object (also as
 * JSON text) with a non-empty `error` or `errors`, with `success` or `ok` false, with `is_error` or `isError` true,
 * with a `status` of "error" or "failed", or with a `status_code` or `statusCode` of 400 or more.
 */
export function isErrorOutput(output: unknown): boolean {
  if (typeof output === "string") return /^\s*error\b/i.test(output) || isErrorObject(parsedObject(output));
  return isErrorObject(output);
}

function parsedObject(text: string): unknown {
  if (text.length > MAX_JSON_LENGTH || !/^\s*\{/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isErrorObject(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { error, errors, success, ok, is_error, isError, status, status_code, statusCode } = value;
  return (
    Boolean(error) ||
    (Array.isArray(errors) ? errors.length > 0 : Boolean(errors)) ||
    success === false ||
    ok === false ||
    is_error === true ||
    isError === true ||
    status === "error" ||
    status === "failed" ||
    Number(status_code ?? 0) >= 400 ||
    Number(statusCode ?? 0) >= 400
  );
}
