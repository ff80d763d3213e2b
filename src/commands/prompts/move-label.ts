/** Moving a label from the version that holds it to another, with the checks that this needs. */
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { paintDiff } from "../../render/diff.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { VersionWord } from "../versions/words.ts";
import { diffTexts } from "./text-diff.ts";
import { findPrompt, holderOf, type PromptVersion } from "./versions.ts";

export interface Move {
  readonly agent_id: number;
  readonly label: string;
  readonly to: VersionWord;
  /** The version that must hold the label, or nothing is sent. */
  readonly expect: number | undefined;
}

export interface Moved {
  readonly label: string;
  /** The version that held it before; null where none did. */
  readonly previous_version: number | null;
  readonly version: number;
  /** False where the label was there already and nothing was sent. */
  readonly moved: boolean;
  /** The command that takes the move back; null where there is nothing to take back. */
  readonly rollback: string | null;
}

/**
 * Reads who holds the label (E19), shows what the move changes, asks, moves it (E15) and reads it back (E19).
 * Exit code 6 when `expect` does not hold or the label moved meanwhile, 5 when there is no such version, 1 when
 * the label is not where it should be afterwards.
 */
export async function moveLabel(context: Context, { agent_id, label, to, expect }: Move): Promise<Moved> {
  await context.requireConfirmable(`Move ${label}?`);
  const [holder, target] = await Promise.all([
    holderOf(context, agent_id, label),
    findPrompt(context, agent_id, to),
  ]);
  if (expect !== undefined) refuseUnless(holder, { agent_id, label, expected: expect });
  const { version } = target;
  const previous_version = holder?.version ?? null;
  if (previous_version === version) return { label, previous_version, version, moved: false, rollback: null };

  await showChange(context, label, holder, target);
  await context.confirm(
    `Move ${label} of agent ${agent_id} from ${name(previous_version)} to ${name(version)}?`,
  );
  // A person may have read for long; what they agreed to must still be what happens.
  if (!context.globals.yes && !context.isDryRun)
    refuseUnless(await holderOf(context, agent_id, label), { agent_id, label, expected: previous_version });

  await context.change("add_prompt_labels", {
    params: { agent_id, version },
    body: { labels: [label], override_label: true },
  });
  const found = (await holderOf(context, agent_id, label))?.version ?? null;
  if (found !== version)
    throw new Failure("failed", `the service accepted the move, but ${label} is on ${name(found)}`, {
      where: `agent ${agent_id}, expected on ${name(version)}`,
      code: "not_moved",
      hint: `\`parley prompts list --agent ${agent_id}\` shows the labels; somebody else may have moved it`,
    });
  const rollback =
    previous_version === null
      ? null
      : `parley prompts rollback ${quote(label)} --to ${previous_version} --agent ${agent_id}`;
  return { label, previous_version, version, moved: true, rollback };
}

interface Expectation {
  readonly agent_id: number;
  readonly label: string;
  readonly expected: number | null;
}

function refuseUnless(holder: PromptVersion | undefined, { agent_id, label, expected }: Expectation): void {
  const found = holder?.version ?? null;
  if (found === expected) return;
  throw new Failure("conflict", `${label} is on ${name(found)}, not on ${name(expected)}`, {
    where: `agent ${agent_id}`,
    code: "expectation",
    hint: "nothing was sent; look at what moved it, then try again",
  });
}

const name = (version: number | null) => (version === null ? "no version" : `version ${version}`);

/** A remark on stderr: which label goes where, and the diff of the texts. */
async function showChange(
  { terminal, globals }: Context,
  label: string,
  holder: PromptVersion | undefined,
  target: PromptVersion,
): Promise<void> {
  // With nobody to ask, a program reads stderr: it gets an error's one object there and nothing else.
  const unread = globals.yes && (globals.json || globals.output === "json");
  if (globals.quiet || unread) return;
  await terminal.note(`${label}: ${name(holder?.version ?? null)} → ${name(target.version)}`);
  if (!holder) return;
  const diff = await diffTexts(holder, target);
  if (diff === "") await terminal.note("the texts are the same");
  else await terminal.alert(paintDiff(sanitize(diff), await terminal.errPaint()).trimEnd());
}

/** A word as a shell reads it back. */
const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
