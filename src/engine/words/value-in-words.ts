/**
 * A value with parts, for a person: `expected 2, extra none`. For tool calls, it lists what is wrong with
 * them.
 */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueInWords).join(", ");
  const { as_expected, problems } = value as { as_expected?: unknown; problems?: unknown };
  if (as_expected === true) return "as expected";
  if (as_expected === false && Array.isArray(problems))
    return `not as expected${problems.length > 0 ? `: ${problems.map(String).join("; ")}` : ""}`;
  return Object.entries(value)
    .map(([key, part]) => `${key.replaceAll("_", " ")} ${valueInWords(part)}`)
    .join(", ");
}
