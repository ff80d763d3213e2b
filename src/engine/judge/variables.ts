/**
 * A text whose dynamic variables were replaced with references to the data, so that no value becomes an
 * instruction.
 */
export interface ReferringText {
  text: string;
  /** The values that the text refers to, by key. */
  variables: Record<string, unknown>;
  /** Keys in the text that have no value. */
  missing: string[];
}

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;

/** Replaces each `{{key}}` with `variables["key"]`. Keys are those of the call's metadata. */
export function referToVariables(
  text: string,
  metadata: Readonly<Record<string, unknown>> | null | undefined,
): ReferringText {
  const variables = new Map<string, unknown>();
  const missing = new Set<string>();
  const referring = text.replace(PLACEHOLDER, (_, inner: string) => {
    const key = inner.trim();
    if (metadata && Object.hasOwn(metadata, key)) variables.set(key, metadata[key]);
    else missing.add(key);
    return `variables[${JSON.stringify(key)}]`;
  });
  return { text: referring, variables: Object.fromEntries(variables), missing: [...missing] };
}
