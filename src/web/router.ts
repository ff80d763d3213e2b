/**
 * The address after `#` determines the screen, and what its lists show: `#/run/901?outcome=failed`. So the
 * way back leads to the same list, and an address can be sent to somebody.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** What follows the `?` of an address. */
export type Query = Readonly<Record<string, string>>;

function useHash(): string {
  const [hash, setHash] = useState(location.hash);
  // Before painting, because a key can be pressed as soon as the screen is visible.
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return hash;
}

/** The parts of the address: `#/conversation/12?tag=core` is `["conversation", "12"]`. */
export const usePath = (): readonly string[] => pathOf(useHash());

const pathOf = (hash: string): string[] =>
  (hash.split("?")[0] ?? "")
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });

/**
 * The query of the address, and a function that changes some of it. An empty value leaves the address. The
 * history keeps one entry for a screen, so the way back does not go through every letter that was typed.
 */
export function useQuery(): [Query, (changes: Readonly<Record<string, string | undefined>>) => void] {
  const query = queryOf(useHash());
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const kept = new URLSearchParams(queryOf(location.hash));
    for (const [name, value] of Object.entries(changes)) {
      if (value) kept.set(name, value);
      else kept.delete(name);
    }
    const [path] = location.hash.split("?");
    const asked = kept.toString();
    history.replaceState(null, "", `${path || "#/"}${asked && `?${asked}`}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  return [query, change];
}

function queryOf(hash: string): Query {
  const at = hash.indexOf("?");
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(hash.slice(at + 1)));
}

/** Finds the address of a list as it was last shown: with its filters. */
export function useLastSeen(): (path: string) => string {
  const hash = useHash();
  const seen = useRef(new Map<string, string>());
  seen.current.set(pathOf(hash).join("/"), hash.replace(/^#\/?/, ""));
  return (path) => seen.current.get(path) ?? path;
}

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};
