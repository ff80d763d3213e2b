/** Masks secrets and shortens recordings in the output of traces, dry runs and answers. */
import { isMaskedInAnswers, isSecretName, MASK, replaceFields } from "../contract/secrets.ts";

/**
 * A copy for traces: every field whose name marks it as a secret is masked, and long recordings are
 * shortened.
 */
export function redact(value: unknown): unknown {
  return replaceFields(value, (name, item, { loc }) => {
    if (isSecretName(name)) return MASK;
    // A refusal repeats what was sent, and `loc` has the field's name.
    if (name === "input" && Array.isArray(loc) && loc.map(String).some(isSecretName)) return MASK;
    if (typeof item !== "string") return undefined;
    return name === "recording_base64" && item.length > 100
      ? `${item.slice(0, 60)}… (${item.length} characters)`
      : maskInUrl(item);
  });
}

/** A URL without its password and the secrets in its query. Other texts are unchanged. */
export const maskInUrl = (text: string) =>
  /^[a-z][a-z+.-]*:\/\//i.test(text)
    ? maskInQuery(text.replace(/(?<=^[a-z+.-]+:\/\/)[^/?#\s]*@/i, `${MASK}@`))
    : text;

/** A path or URL without the secrets in its query. */
export const maskInQuery = (path: string) =>
  path.replace(/(?<=[?&])([^?=&#]+)=[^&#]*/g, (part, name: string) =>
    isSecretName(name) ? `${name}=${MASK}` : part,
  );

/** An answer with its secrets masked. An answer without secrets is returned itself, not copied. */
export function maskSecrets<T>(value: T): T {
  if (!holdsSecret(value)) return value;
  return replaceFields(value, (name, item) => {
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
