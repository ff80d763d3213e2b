/** Checks manifests of every kind as the commands that use them do. */
import type { z } from "zod";
import { manifestKinds } from "../contract/schemas/manifests/index.ts";
import { checkDocument } from "./check.ts";
import { digitalHumansOf, twins, type WantedDigitalHuman } from "./digital-humans.ts";
import { evaluationsOf } from "./evaluations.ts";
import type { Boundary } from "./includes.ts";
import { kindOf, otherKind } from "./kinds.ts";
import type { Parsed } from "./parsed.ts";
import { parseFiles, refuseFaults, type Surroundings } from "./read.ts";

/** A document that is right: rows of a file are one. */
export interface ValidDocument {
  readonly file: string;
  readonly kind: string;
  /** Digital humans or evaluations in it, matrices expanded; 1 for other kinds. */
  readonly items: number;
}

/** @throws Failure (usage) with every fault of every file */
export async function validate(
  files: readonly string[],
  { cwd, env }: Surroundings,
  boundary: Boundary,
): Promise<ValidDocument[]> {
  const { documents, faults } = await parseFiles(files, cwd);
  const valid: ValidDocument[] = [];
  const humans: WantedDigitalHuman[] = [];
  for (const parsed of documents) {
    const { file } = parsed.source;
    const kind = guessKind(parsed);
    if (kind === "DigitalHumans") {
      const found = await digitalHumansOf(parsed, env, boundary);
      humans.push(...found.wanted);
      faults.push(...found.faults);
      valid.push({ file, kind, items: found.wanted.length });
    } else if (kind === "Evaluations") {
      const found = await evaluationsOf(parsed, env, boundary);
      faults.push(...found.faults);
      valid.push({ file, kind, items: found.listed.length });
    } else if (kind) {
      const schema: z.ZodType = manifestKinds[kind];
      faults.push(...checkDocument(parsed, schema, env).faults);
      valid.push({ file, kind, items: 1 });
    } else faults.push(otherKind(parsed, Object.keys(manifestKinds) as (keyof typeof manifestKinds)[]));
  }
  refuseFaults([...faults, ...twins(humans)]);
  return joinRows(valid, documents);
}

/** A row may leave out its kind: only evaluations have a start. */
function guessKind(parsed: Parsed) {
  const kind = kindOf(parsed);
  const { value, isRow } = parsed;
  if (kind || !isRow || typeof value !== "object" || value === null || "kind" in value) return kind;
  return "start_time_utc" in value ? "Evaluations" : "DigitalHumans";
}

function joinRows(valid: readonly ValidDocument[], documents: readonly Parsed[]): ValidDocument[] {
  const joined: ValidDocument[] = [];
  for (const [i, document] of valid.entries()) {
    const last = joined.at(-1);
    const same = documents[i]?.isRow && last?.file === document.file && last.kind === document.kind;
    if (last && same) joined[joined.length - 1] = { ...last, items: last.items + document.items };
    else joined.push(document);
  }
  return joined;
}
