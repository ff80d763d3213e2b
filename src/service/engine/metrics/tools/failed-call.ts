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
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const errors = fields.get("errors");
  return (
    Boolean(fields.get("error")) ||
    (Array.isArray(errors) ? errors.length > 0 : Boolean(errors)) ||
    fields.get("success") === false ||
    fields.get("ok") === false ||
    fields.get("is_error") === true ||
    fields.get("isError") === true ||
    fields.get("status") === "error" ||
    fields.get("status") === "failed" ||
    Number(fields.get("status_code") ?? 0) >= 400 ||
    Number(fields.get("statusCode") ?? 0) >= 400
  );
}
