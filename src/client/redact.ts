/** Masks secrets, so that they never appear in traces, dry runs, errors or tables. */

export const MASK = "••••";

/** Fields of an agent that carry a secret. */
const AGENT_SECRETS = new Set(["websocket_password", "sip_password", "http_webhook_key"]);

/** Names whose values are secrets wherever they appear: headers, query, bodies. */
const SECRET_NAME =
  /(?:^|[-_.])(?:api[-_]?key|key|apikey|secret|token|password|passwd|authorization|cookie|signature|credential)s?$/i;

export const isSecretName = (name: string) => SECRET_NAME.test(name);

/** A copy with every field masked whose name marks it as a secret, and long recordings cut. For traces. */
export function redact(value: unknown): unknown {
  return copy(value, (name, item, { loc }) => {
    if (isSecretName(name)) return MASK;
    // A refusal repeats what was sent; `loc` has the field's name.
    if (name === "input" && Array.isArray(loc) && loc.map(String).some(isSecretName)) return MASK;
    if (typeof item !== "string") return undefined;
    return name === "recording_base64" && item.length > 100
      ? `${item.slice(0, 60)}… (${item.length} characters)`
      : maskInUrl(item);
  });
}

/** A URL without its password and the secrets in its query; other texts unchanged. */
export const maskInUrl = (text: string) =>
  /^[a-z][a-z+.-]*:\/\//i.test(text)
    ? maskInQuery(text.replace(/(?<=^[a-z+.-]+:\/\/)[^/?#\s]*@/i, `${MASK}@`))
    : text;

/** A path or URL without the secrets in its query. */
export const maskInQuery = (path: string) =>
  path.replace(/(?<=[?&])([^=&#]+)=[^&#]*/g, (part, name: string) =>
    isSecretName(name) ? `${name}=${MASK}` : part,
  );

/** An answer with the secrets of agents masked; it is copied only if there are any, and otherwise unchanged. */
export function maskAgentSecrets<T>(value: T): T {
  if (!holdsAgentSecret(value)) return value;
  return copy(value, (name, item) => {
    if (name === "custom_sip_headers") return redact(item);
    return AGENT_SECRETS.has(name) && item !== "" ? MASK : undefined;
  }) as T;
}

function holdsAgentSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsAgentSecret);
  if (typeof value !== "object" || value === null) return false;
  for (const name in value) {
    if (AGENT_SECRETS.has(name) || name === "custom_sip_headers") return true;
    if (holdsAgentSecret((value as Readonly<Record<string, unknown>>)[name])) return true;
  }
  return false;
}

type Replace = (name: string, item: unknown, parent: Readonly<Record<string, unknown>>) => unknown;

function copy(value: unknown, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, replace));
  if (typeof value !== "object" || value === null) return value;
  const parent = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(parent).map(([name, item]) => [
      name,
      (item === null || item === undefined ? undefined : replace(name, item, parent)) ?? copy(item, replace),
    ]),
  );
}
