import type { Context } from "../../context.ts";
import { paintWords } from "../../release/text-diff.ts";
import { paintDiff } from "../../render/diff.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { diffVersions, wordsBetween } from "./diffs.ts";
import type { Version, VersionKind } from "./kinds.ts";
import { nearLabel } from "./near-label.ts";
import { nameOfVersion } from "./words.ts";

interface Change {
  readonly agent_id: number;
  readonly label: string;
  readonly from: Version | undefined;
  readonly to: Version;
}

/** Notes on stderr which label moves where, with the diff of the texts. */
export async function showChange(
  context: Context,
  kind: VersionKind,
  { agent_id, label, from, to }: Change,
): Promise<void> {
  const { terminal, globals } = context;
  // If a person cannot be asked, a program is reading stderr: it must get only the object of an error there.
  const unread = globals.yes && (globals.json || globals.output === "json");
  if (globals.quiet || unread) return;
  await terminal.note(`${label}: ${nameOfVersion(from?.version ?? null)} → ${nameOfVersion(to.version)}`);
  if (!from) {
    const near = await nearLabel(context, kind, agent_id, label);
    if (near !== undefined)
      await terminal.note(`warning: no version has the label ${label}; did you mean ${near}?`);
    return;
  }
  const paint = await terminal.errPaint();
  const diff = terminal.streams.stderr.isTTY
    ? paintWords(sanitize(await wordsBetween(kind, from, to)), paint)
    : paintDiff(sanitize(await diffVersions(kind, from, to)), paint);
  if (diff === "") await terminal.note("the texts are the same");
  else await terminal.alert(diff.trimEnd(), { exact: true });
}
