/** The differences between two versions, or between those that two runs tested. */
import { createTwoFilesPatch } from "diff";
import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { numberOf, textOf } from "./read.ts";
import type { Change } from "./report.ts";

const KINDS = [
  { what: "prompt", id: "prompt_id", text: "prompt_text" },
  { what: "knowledge base", id: "knowledge_base_id", text: "kb_text" },
] as const;

/** Asks the service for a version. Undefined if it was deleted. */
export type AskVersion = (
  what: Change["what"],
  version: { readonly agent_id: string; readonly id: string },
) => Promise<unknown>;

/** @param runs the records of the runs, from the lists of their conversations */
export async function changesBetween(
  runs: readonly [a: Fields, b: Fields],
  ask: AskVersion,
): Promise<Change[]> {
  const changes = await Promise.all(
    KINDS.map(async ({ what, id, text }): Promise<Change | undefined> => {
      const ids = runs.map((run) => textOf(run[id]));
      if (ids.every((id) => id === null)) return undefined;
      const [a, b] = await Promise.all(
        runs.map(async (run, at) => {
          const version = ids[at] ?? null;
          const agent_id = textOf(run["agent_id"]) ?? "";
          return version === null ? {} : fieldsOf(await ask(what, { agent_id, id: version }));
        }),
      );
      return changeOf(what, [a ?? {}, b ?? {}], text);
    }),
  );
  return changes.filter((change) => change !== undefined);
}

function changeOf(what: Change["what"], [a, b]: readonly [Fields, Fields], field: string): Change {
  const [from, after] = [textOf(a[field]), textOf(b[field])];
  const diff = from === null || after === null ? null : diffBetween(from, after);
  return { what, a: numberOf(a["version"]), b: numberOf(b["version"]), diff };
}

/** A unified diff. Empty if the texts are the same. */
export const diffBetween = (from: string, to: string): string =>
  from === to ? "" : createTwoFilesPatch("a", "b", from, to, undefined, undefined, { context: 4 });
