import type { Context } from "../../context.ts";
import { paintWords } from "../../release/text-diff.ts";
import { paintDiff } from "../../render/diff.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { diffVersions, wordsBetween } from "./diffs.ts";
import type { Version, VersionKind } from "./kinds.ts";
import { nameOfVersion } from "./words.ts";

interface Change {
  readonly label: string;
  readonly from: Version | undefined;
  readonly to: Version;
}

/** Notes on stderr which label moves where, with the diff of the texts. */
export async function showChange(
  { terminal, globals }: Context,
  kind: VersionKind,
  { label, from, to }: Change,
): Promise<void> {
  // If a person cannot be asked, a program is reading stderr: it must get only the object of an error there.
  const unread = globals.yes && (globals.json || globals.output === "json");
  if (globals.quiet || unread) return;
  await terminal.note(`${label}: ${nameOfVersion(from?.version ?? null)} → ${nameOfVersion(to.version)}`);
  if (!from) return;
  const paint = await terminal.errPaint();
  const diff = terminal.streams.stderr.isTTY
    ? paintWords(sanitize(await wordsBetween(kind, from, to)), paint)
    : paintDiff(sanitize(await diffVersions(kind, from, to)), paint);
  if (diff === "") await terminal.note("the texts are the same");
  else await terminal.alert(diff.trimEnd(), { exact: true });
}
