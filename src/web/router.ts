/** The address after `#` determines the screen. */
import { useLayoutEffect, useState } from "preact/hooks";

/** The parts of the address: `#/conversation/12` is `["conversation", "12"]`. */
export function usePath(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  // Before painting, because a key can be pressed as soon as the screen is visible.
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return pathOf(hash);
}

export const pathOf = (hash: string): string[] =>
  hash
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

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};
