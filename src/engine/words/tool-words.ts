/** The name of a tool as words. */

/** `bookTable` as `book Table`. */
export const splitCamelCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1 $2");

/** The words of a name in snake_case, kebab-case, camelCase or dotted form. */
export const wordsOfName = (tool: string): string[] =>
  splitCamelCase(tool)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** What a tool does, as a caller would say it: `issue_refund` becomes "issue a refund". */
export function toolPhrase(name: string): string {
  const [verb = "", ...object] = wordsOfName(name);
  if (object.length === 0) return verb;
  const thing = object.join(" ");
  const article = /s$/.test(thing) ? "" : /^[aeiou]/.test(thing) ? "an " : "a ";
  return `${verb} ${article}${thing}`;
}
