/** What traces, dry runs and answers show of requests and records. */
import { copied, isMaskedInAnswers, isSecretName, MASK } from "../contract/secrets.ts";

/** A copy with every field masked whose name says that it is a secret; long recordings are cut. For traces. */
export function redact(value: unknown): unknown {
  return copied(value, (name, item, { loc }) => {
    if (isSecretName(name)) return MASK;
    // A refusal repeats what was sent; what it was called stands in `loc`.
    if (name === "input" && Array.isArray(loc) && loc.map(String).some(isSecretName)) return MASK;
    if (typeof item !== "string") return undefined;
    return name === "recording_base64" && item.length > 100
      ? `${item.slice(0, 60)}… (${item.length} characters)`
      : maskInUrl(item);
  });
}

/** A URL without its password and without what in its query is named like a secret; other texts as they are. */
export const maskInUrl = (text: string) =>
  /^[a-z][a-z+.-]*:\/\//i.test(text)
    ? maskInQuery(text.replace(/(?<=^[a-z+.-]+:\/\/)[^/?#\s]*@/i, `${MASK}@`))
    : text;

/** A path or URL without what in its query is named like a secret. */
export const maskInQuery = (path: string) =>
  path.replace(/(?<=[?&])([^=&#]+)=[^&#]*/g, (part, name: string) =>
    isSecretName(name) ? `${name}=${MASK}` : part,
  );

/** An answer with the secrets in it masked, copied only where there is one; everything else stays to the letter. */
export function maskSecrets<T>(value: T): T {
  if (!holdsSecret(value)) return value;
  return copied(value, (name, item) => {
    if (name === "custom_sip_headers") return redact(item);
    return isMaskedInAnswers(name) && item !== "" ? MASK : undefined;
  }) as T;
}

function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret);
  if (typeof value !== "object" || value === null) return false;
  for (const name in value) {
    if (isMaskedInAnswers(name) || name === "custom_sip_headers") return true;
    if (holdsSecret((value as Readonly<Record<string, unknown>>)[name])) return true;
  }
  return false;
}
