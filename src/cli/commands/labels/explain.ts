/**
 * Explains why an operation on a label is refused, and what to do. The service gives the reason, and its
 * lists show the remedy.
 */

import type { Answer, Lenient } from "../../../contract/types.ts";
import { RESERVED_LABELS } from "../../../contract/values.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { KNOWLEDGE_BASES, PROMPTS, type VersionKind } from "../versions/kinds.ts";

type Label = Lenient<Answer<"list_labels">>[number];

/** An operation on a label with a known id, or on a label to be created. */
interface Asked {
  readonly agent_id: number;
  readonly label_id?: string;
  readonly label_text?: string;
}

/** Adds what to do next to a refusal. Other errors are thrown unchanged. */
export async function explainRefusal(context: Context, error: unknown, asked: Asked): Promise<never> {
  if (!(error instanceof Failure) || !REFUSALS.has(error.outcome)) throw error;
  // The explanation is a bonus: if a service has no list of labels, its own message must be enough.
  const hint = await hintFor(context, asked).catch(() => undefined);
  throw hint === undefined ? error : new Failure(error.outcome, error.message, { ...error.options, hint });
}

/**
 * What a question calls the label that is to be changed. Refuses a hopeless change before the person is
 * asked.
 * @throws Failure (not_found) if the agent has no such label, Failure (refused) if every agent needs it
 */
export async function nameInQuestion(
  context: Context,
  { agent_id, label_id }: { readonly agent_id: number; readonly label_id: string },
): Promise<string> {
  if (!context.asksFirst) return label_id;
  const labels = await context.read("list_labels", { params: { agent_id } }).catch((error: unknown) => {
    if (error instanceof Failure && error.options.code === "not_offered") return undefined;
    throw error;
  });
  if (!labels) return label_id;
  const label = labels.find(({ id }) => id?.toLowerCase() === label_id.toLowerCase());
  const where = `agent ${agent_id}`;
  if (!label)
    throw new Failure("not_found", `label ${label_id} not found`, {
      where,
      hint: notFoundHint(labels, agent_id, label_id),
    });
  if (RESERVED.includes(label.label_text))
    throw new Failure("refused", `the label ${label.label_text} is reserved`, {
      where,
      hint: reservedHint(label.label_text),
    });
  return `${label.label_text} (${label_id})`;
}

const REFUSALS: ReadonlySet<string> = new Set(["refused", "conflict", "not_found"]);

async function hintFor(
  context: Context,
  { agent_id, label_id, label_text }: Asked,
): Promise<string | undefined> {
  const labels = await context.read("list_labels", { params: { agent_id } });
  const withText = (text: string) => labels.find((label) => label.label_text === text);
  const taken = label_text === undefined ? undefined : withText(label_text);
  if (taken) return `the agent already has a label "${label_text}", with the id ${taken.id}`;
  if (label_id === undefined) return undefined;
  const label = labels.find(({ id }) => id?.toLowerCase() === label_id.toLowerCase());
  if (!label) return notFoundHint(labels, agent_id, label_id);
  if (RESERVED.includes(label.label_text)) return reservedHint(label.label_text);
  return (await holdersOf(context, agent_id, label)).join("; ") || undefined;
}

function notFoundHint(labels: readonly Label[], agent_id: number, label_id: string): string {
  const meant = labels.find(({ label_text }) => label_text === label_id);
  return meant
    ? `"${label_id}" is the text of a label; its id is ${meant.id}`
    : `\`parley labels list --agent ${agent_id}\` shows the labels and their ids`;
}

const reservedHint = (label_text: string) =>
  `every agent has the label ${label_text}: \`parley prompts promote\` and \`parley kb promote\` move it`;

const RESERVED: readonly string[] = RESERVED_LABELS;

/** For each kind of version: which version has the label, and the command that removes it from there. */
async function holdersOf(context: Context, agent_id: number, label: Label): Promise<string[]> {
  const hints = await Promise.all([
    label.prompt_id ? holderHint(context, PROMPTS, agent_id, label.label_text) : undefined,
    label.knowledge_base_id ? holderHint(context, KNOWLEDGE_BASES, agent_id, label.label_text) : undefined,
  ]);
  return hints.filter((hint) => hint !== undefined);
}

async function holderHint(
  context: Context,
  kind: VersionKind,
  agent_id: number,
  label: string,
): Promise<string | undefined> {
  const [holder] = await kind.list(context, agent_id, { label });
  if (!holder) return undefined;
  const { group, noun } = kind;
  return (
    `it is on ${noun} version ${holder.version}: remove it with \`parley ${group} unlabel ${holder.version} ${label} --agent ${agent_id}\` ` +
    `or move it with \`parley ${group} promote <version> ${label} --agent ${agent_id}\``
  );
}
