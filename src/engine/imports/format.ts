/** What of a platform's log a reader reads. The reader, `--explain`, and the table in docs/imports.md use the same lists. */
import type { Fields } from "../../contract/is-object.ts";
import { isObject } from "../../contract/is-object.ts";
import type { Format } from "./reader.ts";

/** What happens to a field or to a kind of event. */
export type Fate = "read" | "kept" | "not read" | "unknown";

/** The fields of a log that its reader neither reads nor drops. An item of a list has its `index`. */
export function keptOf(log: Fields, format: Format): Record<string, unknown> {
  const listed = new Set([...format.read, ...format.not_read]);
  const parents = parentsOf(listed);
  const prune = (value: unknown, path: string): unknown => {
    if (value === null || value === undefined || listed.has(path)) return undefined;
    if (!parents.has(path)) return value;
    if (Array.isArray(value)) {
      const rest = value.flatMap((item, index) => {
        const kept = prune(item, `${path}[]`);
        return isObject(kept) ? [{ index, ...kept }] : [];
      });
      return rest.length > 0 ? rest : undefined;
    }
    if (!isObject(value)) return value;
    const kept = Object.entries(value).flatMap(([name, inner]) => {
      const rest = prune(inner, pathTo(path, name, format));
      return rest === undefined ? [] : [[name, rest] as const];
    });
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  };
  const kept = prune(log, "");
  return isObject(kept) ? kept : {};
}

/** What happens to each field of a log, and how many times it occurs. */
export function fatesOf(log: unknown, format: Format): Map<string, { fate: Fate; count: number }> {
  const read = new Set(format.read);
  const not_read = new Set(format.not_read);
  const parents = parentsOf([...read, ...not_read]);
  const fates = new Map<string, { fate: Fate; count: number }>();
  const walk = (value: unknown, path: string): void => {
    if (value === null || value === undefined) return;
    const isOpen = parents.has(path) && !read.has(path) && !not_read.has(path);
    if (isOpen && Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isOpen && isObject(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, pathTo(path, name, format));
    else {
      const fate = read.has(path) ? "read" : not_read.has(path) ? "not read" : "kept";
      fates.set(path, { fate, count: (fates.get(path)?.count ?? 0) + 1 });
    }
  };
  walk(log, "");
  return fates;
}

/** The same for a list of events: what happens to each kind. */
export function fatesOfKinds(
  kinds: readonly string[],
  { read, not_read }: Format,
): Map<string, { fate: Fate; count: number }> {
  return new Map(
    Object.entries(countOf(kinds)).map(([kind, count]) => {
      const fate = read.includes(kind) ? "read" : not_read.includes(kind) ? "not read" : "unknown";
      return [kind, { fate, count }];
    }),
  );
}

/** How many there are of each kind that is in neither list. Undefined if there is none. */
export function unknownIn(
  kinds: readonly string[],
  { read, not_read }: Pick<Format, "read" | "not_read">,
): Record<string, number> | undefined {
  const known_fields = new Set([...read, ...not_read]);
  const counts = countOf(kinds.filter((kind) => !known_fields.has(kind)));
  return Object.keys(counts).length > 0 ? counts : undefined;
}

/** Names that come from a log are shortened, and only so many are listed. */
const NAME_MAXIMUM = 100;
const NAMES_MAXIMUM = 100;

function countOf(kinds: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) {
    const name = kind.slice(0, NAME_MAXIMUM);
    const shown = counts.has(name) || counts.size < NAMES_MAXIMUM ? name : "others";
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

const pathTo = (path: string, name: string, { named = (same) => same }: Format) =>
  path === "" ? named(name) : `${path}.${named(name)}`;

/** Every beginning of the paths: `a` and `a[]` for `a[].b`. The log itself has an empty path. */
function parentsOf(paths: Iterable<string>): Set<string> {
  const parents = new Set<string>([""]);
  for (const path of paths)
    for (let at = 0; at < path.length; at++)
      if (path[at] === "." || path[at] === "[") parents.add(path.slice(0, at));
  return parents;
}
