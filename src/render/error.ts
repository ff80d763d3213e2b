import type { Failure } from "../failure.ts";
import type { Paint } from "../terminal/colour.ts";
import { escapeControls, sanitize, sanitizeLine } from "../terminal/sanitize.ts";

/** Says what happened, where, and what to do next. */
export function errorText({ message, options }: Failure, paint: Paint): string {
  const lines = [`${paint.red("error:")} ${sanitize(message)}`];
  if (options.where) lines.push(`  ${sanitizeLine(options.where)}`);
  for (const { where, message: what, input, frame } of options.details ?? []) {
    const sent = input === undefined || input === null ? "" : ` (sent: ${JSON.stringify(input)})`;
    const place = where && `${paint.bold(sanitizeLine(where))}: `;
    lines.push(`  ${place}${sanitize(what)}${sanitizeLine(sent)}`);
    if (frame) lines.push(sanitize(frame).replaceAll(/^/gm, "    "));
  }
  if (options.request_id) lines.push(`  request id: ${sanitizeLine(options.request_id)}`);
  if (options.hint) lines.push(`${paint.cyan("hint:")} ${sanitize(options.hint)}`);
  return lines.join("\n");
}

/** The same for programs: one object that always has the same keys. */
export function errorJson({ message, outcome, options }: Failure): string {
  const { code = outcome, status = null, details = [], hint = null, where = null } = options;
  const { request_id = null } = options;
  // Only method and path, because the body may contain secrets.
  const request = options.request ? { method: options.request.method, path: options.request.path } : null;
  const told = details.map(({ frame: _, ...detail }) => detail);
  return escapeControls(
    JSON.stringify({ error: { code, status, message, where, details: told, hint, request, request_id } }),
  );
}
