import type { Failure } from "../../lib/failure.ts";
import type { Paint } from "../terminal/colour.ts";
import { escapeControls, sanitize, sanitizeLine } from "../terminal/sanitize.ts";

/** Says what happened, where, and what to do next. */
export const errorText = (failure: Failure, paint: Paint): string =>
  partsOf(failure, paint)
    .map(({ text }) => text)
    .join("\n");

/**
 * The same for a terminal of so many columns: long lines break between words, except those of a file, which a mark
 * points into. Without columns they do not break.
 */
export async function wrappedError(
  failure: Failure,
  paint: Paint,
  columns: number | undefined,
): Promise<string> {
  const parts = partsOf(failure, paint);
  if (columns === undefined || parts.every(({ text }) => text.length <= columns))
    return errorText(failure, paint);
  const { wrap } = await import("../terminal/wrap.ts");
  return parts.map(({ text, exact }) => (exact ? text : wrap(text, columns))).join("\n");
}

interface Part {
  readonly text: string;
  readonly exact?: true;
}

function partsOf({ message, options }: Failure, paint: Paint): Part[] {
  const parts: Part[] = [{ text: `${paint.red("error:")} ${sanitize(message)}` }];
  const add = (text: string) => parts.push({ text });
  if (options.where) add(`  ${sanitizeLine(options.where)}`);
  for (const { where, message: what, input, frame } of options.details ?? []) {
    const sent = input === undefined || input === null ? "" : ` (sent: ${JSON.stringify(input)})`;
    const place = where && `${paint.bold(sanitizeLine(where))}: `;
    add(`  ${place}${sanitize(what)}${sanitizeLine(sent)}`);
    if (frame) parts.push({ text: sanitize(frame).replaceAll(/^/gm, "    "), exact: true });
  }
  if (options.request_id) add(`  request id: ${sanitizeLine(options.request_id)}`);
  if (options.hint) add(`${paint.cyan("hint:")} ${sanitize(options.hint)}`);
  return parts;
}

/** The same for programs: one object that always has the same keys. */
export function errorJson({ message, outcome, options }: Failure): string {
  const { code = outcome, status = null, details = [], hint = null, where = null } = options;
  const { request_id = null } = options;
  // Only method and path, because the body may contain secrets.
  const request = options.request ? { method: options.request.method, path: options.request.path } : null;
  const shown = details.map(({ frame: _, ...detail }) => detail);
  return escapeControls(
    JSON.stringify({ error: { code, status, message, where, details: shown, hint, request, request_id } }),
  );
}
