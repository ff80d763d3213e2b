/** Callers that say what is written, word for word: `turns`, each with what its answer must be, and `given`. */
import type { z } from "zod";
import type { Fields } from "../../contract/is-object.ts";
import type { TestManifest } from "../../contract/schemas/manifests/test.ts";
import type { Detail } from "../../lib/failure.ts";
import { pathFault } from "./check.ts";
import type { Parsed, Path } from "./parsed.ts";

type Written = z.input<typeof TestManifest>["callers"]["list"][number];

/** What was said before, as an agent gets it. */
export interface Said {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** A line of the caller, and the expectations of its answer. */
export interface ScriptedTurn {
  readonly say: string;
  readonly expect: readonly string[];
}

export interface Script {
  readonly turns: readonly ScriptedTurn[];
  readonly given: readonly Said[];
}

/** Fields of callers that find their own words. */
const OTHERS = [
  ...["from", "goal", "intent", "answers", "opening", "ivr", "voicemail"],
  ...["original_transcript", "formatted_transcript", "replay_mode"],
] as const;

/** The script of a caller. Undefined if it finds its own words. */
export function scriptOf({ turns, given }: Pick<Written, "turns" | "given">): Script | undefined {
  if (turns) return { turns: turns.map(({ say, expect = [] }) => ({ say, expect })), given: [] };
  const last = given?.at(-1);
  if (!given || !last || !("user" in last)) return undefined;
  return {
    turns: [{ say: last.user, expect: [] }],
    given: given
      .slice(0, -1)
      .map((one) =>
        "user" in one ? { role: "user", content: one.user } : { role: "assistant", content: one.agent },
      ),
  };
}

/** The fields of a digital human that says these lines in this order, whatever the agent answers. */
export const scriptedFields = ({ turns }: Script): Fields => ({
  replay_mode: "strict",
  formatted_transcript: turns.flatMap(({ say }) => [
    { role: "USER", utterance: say },
    // Keeps two lines of the caller apart.
    { role: "AGENT", utterance: "…" },
  ]),
});

/** @param no_history why the agent cannot get what was said before, if it cannot */
export function scriptFaults(
  parsed: Parsed,
  path: Path,
  caller: Written,
  { no_history }: { readonly no_history: string | undefined },
): Detail[] {
  const { turns, given } = caller;
  const way = turns ? "turns" : "given";
  if (!turns && !given) return [];
  const fault = (field: Path, message: string) => [pathFault(parsed, [...path, ...field], message)];
  if (turns && given) return fault(["given"], "give turns or given, not both");
  const other = OTHERS.find((field) => caller[field] != null);
  if (other)
    return fault([other], `a caller with ${way} says only what is written: leave out ${other} or ${way}`);
  if (!given) return [];
  if (!("user" in (given.at(-1) ?? {})))
    return fault(["given", given.length - 1], "the last turn must be the user's: the agent answers it");
  return no_history === undefined
    ? []
    : fault(["given"], `${no_history}: this needs an agent with stdio, module or chat`);
}
