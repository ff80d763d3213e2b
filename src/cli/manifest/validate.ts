/** Checks manifests of every kind in the same way as the commands that use them. */
import type { z } from "zod";
import { manifestKinds } from "../../contract/schemas/manifests/index.ts";
import { MANIFEST_KINDS } from "../../contract/schemas/manifests/kinds.ts";
import type { Detail } from "../../lib/failure.ts";
import { checkDocument, examine, pathFault } from "./check.ts";
import { digitalHumansOf, duplicateFaults, isPublished, type WantedDigitalHuman } from "./digital-humans.ts";
import { evaluationsOf, type ListedEvaluation } from "./evaluations.ts";
import { kindOf, otherKind } from "./kinds.ts";
import { metricKindOf } from "./metric-file.ts";
import type { Openness } from "./openness.ts";
import type { Parsed } from "./parsed.ts";
import { emptyFaults, parseFiles, type ReadOptions, refuseFaults, type Surroundings } from "./read.ts";
import { expectsNothing } from "./test-callers.ts";
import type { TestFile } from "./tests.ts";

/** A valid document. All rows of a file count as one document. */
export interface ValidDocument {
  readonly file: string;
  /** What it was taken for: the kind that it names, or `metric` or `metrics`, which name none. */
  readonly kind: string;
  /** How many digital humans, evaluations, callers, policies or metrics it has, including those from matrices; 1 for other kinds. */
  readonly items: number;
}

/**
 * @param faultsInFiles checks the recordings and transcripts that evaluations name
 * @throws Failure (usage) with every fault of every file
 */
export async function validate(
  files: readonly string[],
  { cwd, env }: Surroundings,
  options: ReadOptions,
  faultsInFiles: (evaluations: readonly ListedEvaluation[]) => Promise<Detail[]>,
): Promise<ValidDocument[]> {
  const parsedFiles = await parseFiles(files, cwd);
  const { documents } = parsedFiles;
  const results: Found[] = [];
  for (const parsed of documents) results.push(await checkByKind(parsed, { cwd, env }, options));
  const humans = results.flatMap(({ wanted = [] }) => wanted);
  const filled = documents.filter((_, i) => {
    const { items = 0, faults = [] } = results[i] ?? {};
    return items + faults.length > 0;
  });
  refuseFaults([
    ...parsedFiles.faults,
    ...results.flatMap((result) => result.faults),
    ...(await faultsInFiles(results.flatMap(({ evaluations = [] }) => evaluations))),
    ...duplicateFaults(humans),
    ...emptyFaults(parsedFiles, filled, "digital humans, evaluations or other objects", options),
  ]);
  return joinRows(
    results.map(({ kind, items }, i) => ({ file: documents[i]?.source.file ?? "", kind, items })),
    documents,
  );
}

interface Found {
  readonly kind: string;
  readonly items: number;
  readonly wanted?: readonly WantedDigitalHuman[];
  readonly evaluations?: readonly ListedEvaluation[];
  readonly faults: readonly Detail[];
}

async function checkByKind(parsed: Parsed, { cwd, env }: Surroundings, options: ReadOptions): Promise<Found> {
  const kind = guessKind(parsed);
  switch (kind) {
    case undefined: {
      const fault = metricKindOf(parsed.value)
        ? pathFault(parsed, ["kind"], "a metric has no kind: leave it out")
        : otherKind(parsed, MANIFEST_KINDS);
      return { kind: "", items: 0, faults: [fault] };
    }
    case "metric": {
      const { CustomMetricCreate } = await import("../../contract/schemas/metric.ts");
      const { faults } = examine(parsed, CustomMetricCreate, env, options.openness);
      return { kind, items: 1, faults };
    }
    case "metrics": {
      const { CustomMetricsCreate } = await import("../../contract/schemas/metric-changes.ts");
      const { value, faults } = checkDocument(parsed, CustomMetricsCreate, env, options.openness);
      return { kind, items: value?.metrics.length ?? 0, faults };
    }
    case "DigitalHumans": {
      const result = await digitalHumansOf(parsed, env, { ...options, anywhere: isPublished(parsed) });
      return { kind, items: result.wanted.length, ...result };
    }
    case "Evaluations": {
      const { listed, rest, faults } = await evaluationsOf(parsed, env, options);
      return { kind, items: listed.length, evaluations: [...listed, ...rest], faults };
    }
    case "Test": {
      const { testOf } = await import("./tests.ts");
      const { test, faults } = await testOf(
        parsed,
        { cwd, env },
        { has_command: true, openness: options.openness },
      );
      if (test && options.openness) warnOfNothing(test, options.openness);
      return { kind, items: test?.callers.length ?? 0, faults };
    }
    case "Policies": {
      const { value, faults } = checkDocument(parsed, manifestKinds.Policies, env, options.openness);
      const { mistakesIn } = await import("../../engine/policies/review.ts");
      const policies = value?.policies ?? [];
      const mistakes = policies.flatMap((policy, place) =>
        mistakesIn(policy).map(({ field, message }) =>
          pathFault(parsed, ["policies", place, field], message),
        ),
      );
      return { kind, items: policies.length, faults: [...faults, ...mistakes] };
    }
    case "Seed": {
      const { value, faults } = checkDocument(parsed, manifestKinds.Seed, env, options.openness);
      const { seedTwins } = await import("./seed-twins.ts");
      return { kind, items: 1, faults: [...faults, ...(value ? seedTwins(parsed, value) : [])] };
    }
    default: {
      const schema: z.ZodType = manifestKinds[kind];
      return { kind, items: 1, faults: examine(parsed, schema, env, options.openness).faults };
    }
  }
}

/** The report of a run says the same. Accepted policies can fail every caller. */
function warnOfNothing({ parsed, callers, policies }: TestFile, openness: Openness): void {
  if (policies !== undefined) return;
  for (const caller of callers)
    if (expectsNothing(caller))
      openness.warn(
        pathFault(
          parsed,
          caller.path,
          "no expectation: only the built-in checks can fail it; add `expect` to the caller or to a turn",
        ),
        "no expectation",
      );
}

/** A row may omit its kind, and a metric has none. Only evaluations have a start time. */
function guessKind(parsed: Parsed) {
  const kind = kindOf(parsed);
  const { value, isRow } = parsed;
  if (isPublished(parsed)) return "DigitalHumans" as const;
  if (kind || typeof value !== "object" || value === null || "kind" in value) return kind;
  if (!isRow) return metricKindOf(value);
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
