/**
 * Suspicions in words: policies that nobody has accepted and that a conversation would break. They stand apart
 * from verdicts and are in no count or rate.
 */
import { evidenceText } from "./verdict-lines.ts";
import { wrap } from "./wrap.ts";

export interface Suspicion {
  readonly sentence: string;
  /** The rule in plain words. */
  readonly reads: string;
  readonly clauses?:
    | readonly {
        readonly text: string;
        readonly decided: boolean;
        readonly evidence?: readonly Readonly<Record<string, unknown>>[] | undefined;
      }[]
    | undefined;
}

/** A conversation or a call, with what it is suspected of. */
export interface Suspect {
  readonly id: string;
  readonly suspicions: readonly Suspicion[];
}

/** `show` only says them. With `fail`, a gate does not pass if there is one. */
export type SuspicionMode = "show" | "fail";

const HEAD: Readonly<Record<SuspicionMode, string>> = {
  show: "suspected, not counted",
  fail: "suspected",
};

/** The suspicions of one conversation, each with its sentence and what it rests on. Empty if there are none. */
export function suspicionLines(
  suspicions: readonly Suspicion[],
  {
    agent_id,
    columns,
  }: { readonly agent_id?: string | number | undefined; readonly columns?: number | undefined },
): string[] {
  if (suspicions.length === 0) return [];
  return [
    ...suspicions.flatMap((suspicion) => [
      ...wrap(`  ${HEAD.show}: `, readAs(suspicion), columns),
      ...(suspicion.sentence ? wrap("      prompt: ", suspicion.sentence, columns) : []),
      ...wordsOf(suspicion).flatMap((words) => wrap("      ", words, columns)),
    ]),
    `  ${howToDecide(agent_id)}`,
  ];
}

/** At most this many policies are named, and this many conversations of each. */
const SHOWN = 5;
const NAMED = 3;

/** The suspicions of many conversations: each policy once, with the words of the first conversation. */
export function suspectLines(
  suspects: readonly Suspect[],
  {
    agent_id,
    mode = "show",
    says_how = true,
  }: {
    readonly agent_id?: string | number | undefined;
    readonly mode?: SuspicionMode | undefined;
    /** Whether to say how to decide on them. */
    readonly says_how?: boolean;
  },
): string[] {
  const by_sentence = new Map<string, { readonly first: Suspicion; readonly ids: string[] }>();
  for (const { id, suspicions } of suspects)
    for (const suspicion of suspicions) {
      const same = by_sentence.get(suspicion.sentence) ?? { first: suspicion, ids: [] };
      by_sentence.set(suspicion.sentence, same);
      same.ids.push(id);
    }
  if (by_sentence.size === 0) return [];
  const lines = [...by_sentence.values()].map(({ first, ids }) => {
    const [words] = wordsOf(first);
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "";
    return `${HEAD[mode]}: ${readAs(first)}${words ? `: ${words}` : ""} (${ids.slice(0, NAMED).join(", ")}${more})`;
  });
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more suspected`] : [];
  return [...lines.slice(0, SHOWN), ...more, ...(says_how ? [howToDecide(agent_id)] : [])];
}

export const countSuspicions = (suspects: readonly Suspect[]): number =>
  suspects.reduce((sum, { suspicions }) => sum + suspicions.length, 0);

/** A conversation as a suspect, named by its id. */
export const resultSuspect = ({
  id,
  suspicions,
}: {
  readonly id?: string | number | null | undefined;
  readonly suspicions?: readonly Suspicion[] | null | undefined;
}): Suspect => ({ id: id == null ? "a result without an id" : `result ${id}`, suspicions: suspicions ?? [] });

/** Why a gate with `--suspicions fail` does not pass. Null without a suspicion. */
export function suspectReason(suspects: readonly Suspect[], noun: "conversation" | "call"): string | null {
  const guilty = suspects.filter(({ suspicions }) => suspicions.length > 0).length;
  if (guilty === 0) return null;
  return `${guilty === 1 ? "a suspicion" : "suspicions"} in ${guilty} of ${suspects.length} ${noun}s (--suspicions fail)`;
}

/** Another service may leave out either. */
const readAs = ({ reads, sentence }: Suspicion): string => reads || sentence || "a policy of the prompt";

/** What the deciding clauses saw, or the clauses themselves if they saw nothing. */
const wordsOf = ({ clauses = [] }: Suspicion): string[] =>
  clauses
    .filter(({ decided }) => decided)
    .flatMap(({ text, evidence = [] }) => (evidence.length > 0 ? evidence.map(evidenceText) : [text]));

const howToDecide = (agent_id: string | number | undefined) =>
  `to decide: \`parley policies draft${agent_id === undefined ? "" : ` --agent ${agent_id}`} --out policies.yaml\`, then \`parley policies review policies.yaml\``;
