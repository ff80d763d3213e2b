import type { Fact } from "../caller/facts/facts.ts";
import type { Contradiction } from "../caller/state.ts";
import type { CallersFact } from "./known-fact.ts";

/** What a digital human knows, and what it has agreed to instead. */
export function factsOfCaller(
  facts: readonly Fact[],
  instead: readonly Pick<Contradiction, "wanted" | "said">[] = [],
): CallersFact[] {
  const found = new Map<string, CallersFact>();
  for (const { label, slot, value, date } of facts) {
    const name = label.replaceAll(" ", "_") || slot;
    const text = date ?? value;
    const taken = instead.filter(({ wanted }) => String(wanted) === text || String(wanted) === value);
    if (name)
      found.set(`${name} ${text}`, {
        name,
        value: text,
        ...(taken.length > 0 && { instead: taken.map(({ said }) => String(said)) }),
      });
  }
  return [...found.values()];
}

/** What `metadata.facts` of a call says: values by name. */
export const factsOfMetadata = (facts: unknown): CallersFact[] | undefined =>
  facts === null || typeof facts !== "object" || Array.isArray(facts)
    ? undefined
    : Object.entries(facts).flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number" ? [{ name, value: String(value) }] : [],
      );
