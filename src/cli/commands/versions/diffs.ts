import { unifiedDiff, wordDiff } from "../../release/text-diff.ts";
import type { Version, VersionKind } from "./kinds.ts";

const named = ({ noun }: VersionKind, { version, text }: Version) => ({
  name: `${noun} version ${version}`,
  text,
});

/** The unified diff between two versions; empty if their texts are the same. */
export const diffVersions = (kind: VersionKind, from: Version, to: Version) =>
  unifiedDiff(named(kind, from), named(kind, to));

/** The same diff word by word, for a person at a terminal. */
export const wordsBetween = (kind: VersionKind, from: Version, to: Version) =>
  wordDiff(named(kind, from), named(kind, to));
