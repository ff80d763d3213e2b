/** Texts, patterns, and names as the rule language writes them. */

/** A text as a string of the rule language, on one line. */
export const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, " ").trim());

/** The name of a tool in the rule language. */
export const toolName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : quoted(name);

/** A pattern that ignores case. */
export const pattern = (source: string): string => `/(?i)${source.replaceAll("/", "\\/")}/`;

/** A text as a pattern that matches it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
