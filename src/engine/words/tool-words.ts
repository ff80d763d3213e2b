/** The name of a tool as words. */

/** The words of a tool's name. */
export const wordsOfName = (tool: string): string[] =>
  tool
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
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
