/** A request in words, for `--dry-run` and `--curl`. */
import { isSecretName, MASK } from "../contract/secrets.ts";
import { shellText } from "../lib/shell-word.ts";
import type { PreparedRequest } from "./prepare.ts";
import { redact } from "./redact.ts";

export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request as it would be sent, with secrets masked. */
export function showRequest({ method, path, body }: PreparedRequest, base_url: string): ShownRequest {
  const headers = {
    accept: "application/json",
    "x-api-key": MASK,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  return { method, url: base_url + path, headers, ...(body !== undefined && { body: redact(body) }) };
}

export function asText({ method, url, headers, body }: ShownRequest): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) lines.push("", JSON.stringify(body, null, 2));
  return lines.join("\n");
}

/** The same as a curl command. The key comes from the environment of the person who runs it. */
export function asCurl({ method, url, headers, body }: ShownRequest): string {
  const parts = [`curl -sS -X ${method} ${shellText(url)}`];
  for (const [name, value] of Object.entries(headers))
    parts.push(isSecretName(name) ? `-H "${name}: $PARLEY_API_KEY"` : `-H ${shellText(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${shellText(JSON.stringify(body))}`);
  return parts.join(" \\\n  ");
}
