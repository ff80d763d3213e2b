/** Why an operation on a label was refused, and what to do: the service gives the reason, its lists the remedy. */
import type { Context } from "../../context.ts";
import type { Answer, Lenient } from "../../contract/types.ts";
import { RESERVED_LABELS } from "../../contract/values.ts";
import { Failure } from "../../failure.ts";
import { KNOWLEDGE_BASES, PROMPTS, type VersionKind } from "../versions/kinds.ts";

type Label = Lenient<Answer<"list_labels">>[number];

/** An operation on a label known by its id, or on one to be created. */
interface Asked {
  readonly agent_id: number;
  readonly label_id?: string;
  readonly label_text?: string;
}

/** Adds what to do next to a refusal; other errors are thrown unchanged. */
export async function explainRefusal(context: Context, error: unknown, asked: Asked): Promise<never> {
  if (!(error instanceof Failure) || !REFUSALS.has(error.outcome)) throw error;
  // The explanation is a bonus: if a service has no list of labels, its own message must do.
  const hint = await hintFor(context, asked).catch(() => undefined);
  throw hint === undefined ? error : new Failure(error.outcome, error.message, { ...error.options, hint });
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
  if (!label) {
    const meant = withText(label_id);
    return meant
      ? `"${label_id}" is the text of a label; its id is ${meant.id}`
      : `\`parley labels list --agent ${agent_id}\` shows the labels and their ids`;
  }
  if (RESERVED.includes(label.label_text))
    return `every agent has the label ${label.label_text}: \`parley prompts promote\` and \`parley kb promote\` move it`;
  return (await holdersOf(context, agent_id, label)).join("; ") || undefined;
}

const RESERVED: readonly string[] = RESERVED_LABELS;

/** For each kind of version: which version has the label, and the command that removes it. */
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
