import { isSecretName, MASK, urlWithoutSecrets } from "../contract/secrets.ts";
import type { Exchange } from "./client.ts";
import { maskKey } from "./mask-key.ts";
import { redact } from "./redact.ts";

/**
 * Writes exchanges for `--debug`: one line each with method, URL, status, milliseconds, bytes and attempt,
 * and at level 2 also headers and bodies. Secrets are masked by name in headers, query and bodies.
 */
export function traceTo(
  say: (line: string) => void,
  { level, api_key }: { readonly level: number; readonly api_key: string },
) {
  // A service may echo the key under any name.
  const write = (line: string) => say(maskKey(line, api_key));
  return (exchange: Exchange): void => {
    const { answer, error, attempt, method, milliseconds } = exchange;
    const outcome = answer ? `${answer.status} ${answer.body.length} B` : (error ?? "failed");
    write(
      `debug: ${method} ${urlWithoutSecrets(exchange.url)} → ${outcome} in ${Math.round(milliseconds)} ms (attempt ${attempt})`,
    );
    if (level < 2) return;
    for (const line of headerLines(">", exchange.request_headers)) write(line);
    if (exchange.request_body !== undefined) write(`debug: > ${maskBody(exchange.request_body)}`);
    if (!answer) return;
    for (const line of headerLines("<", answer.headers)) write(line);
    if (answer.body.length > 0) write(`debug: < ${maskBody(answer.body.toString("utf8"))}`);
  };
}

/** The longest body that a trace shows. */
const BODY_MAXIMUM = 4000;

function headerLines(direction: string, headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).map(
    ([name, value]) => `debug: ${direction} ${name}: ${isSecretName(name) ? MASK : String(value)}`,
  );
}

function maskBody(body: string): string {
  let shown: string;
  try {
    shown = JSON.stringify(redact(JSON.parse(body)));
  } catch {
    // Not JSON, so there are no field names to mask by: show only how long it is.
    return `(${body.length} characters, not JSON)`;
  }
  return shown.length > BODY_MAXIMUM ? `${shown.slice(0, BODY_MAXIMUM)}…` : shown;
}
