/** The HTML reports of `release check` and `release compare`. */

import { fieldsOf } from "../../../../contract/is-object.ts";
import type { VersionEvidence } from "../../../../contract/values.ts";
import { clauseIn } from "../../../../engine/explain-verdict.ts";
import type { Standing as CheckStanding, Judged } from "../../../../results/check/criteria.ts";
import type { Comparison } from "../../../../results/compare/compare.ts";
import type { Row, Standing, Talk } from "../../../../results/talk.ts";
import { evidenceInWords, versionsLine } from "../../../../results/versions.ts";
import type { Context } from "../../../context.ts";
import type { Test } from "../../../release/check/gate.ts";
import type { CheckReport } from "../../../release/check/report.ts";
import { namedBy } from "../../sim/shared/named-by.ts";
import { PROMPTS, type Version } from "../../versions/kinds.ts";

/** The result of `release compare`. */
export interface Compared extends Comparison {
  readonly agent_id: number;
  readonly simulation_id: number;
  readonly seed: string;
  readonly prompt_version_a: number;
  readonly prompt_version_b: number;
  /** What shows that the agent ran each version. */
  readonly evidence_a: VersionEvidence | null;
  readonly evidence_b: VersionEvidence | null;
  /** What the agent did not confirm, in sentences. */
  readonly version_notes: readonly string[];
  readonly simulation_run_ids: readonly number[];
}

type Names = ReadonlyMap<number, string>;

/** Writes the page of a check. Returns the line that names the page. */
export async function writeCheckPage(
  context: Context,
  check: CheckReport,
  { names, files }: { readonly names: Names; readonly files: readonly string[] },
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const { saveHtml } = await import("../../report/save.ts");
  const { resultTalks } = await import("../../report/talks.ts");
  return saveHtml(context, files, async () => {
    const ids = check.tests.map(({ attempts }) => attempts.at(-1)?.simulation_result_id ?? "");
    const { talks } = await resultTalks(context, ids, { nameOf: namedBy(names), with_audio: false });
    const judged = check.tests.flatMap((test, at) => {
      const talk = talks[at];
      return talk ? [{ test, talk: judgedTalk(talk, test) }] : [];
    });
    const { verdict, reason, min_pass_rate, simulation_id, simulation_run_ids, prompt_version } = check;
    return {
      overview: {
        title: "Release check",
        facts: [
          ["Tested", testedWords(check)],
          ["Simulation", String(simulation_id)],
          ["Runs", simulation_run_ids.join(", ")],
        ],
        judgement: { passed: verdict === "passed", reason, required: min_pass_rate },
        judged_rates: check.judged_rates,
        coverage: check.coverage,
        rows: judged.map(({ test, talk }) => testRow(test, talk)),
        noun: "conversations",
        command: [
          `parley release check ${simulation_id}`,
          ...(prompt_version === null ? [] : [`--prompt ${prompt_version}`]),
        ].join(" "),
      },
      talks: judged.map(({ talk }) => talk),
    };
  });
}

/** `agent 101, prompt version 2 (confirmed by the agent)` */
const testedWords = (check: CheckReport) =>
  [`agent ${check.agent_id}`, versionsLine(fieldsOf(check)) ?? []].flat().join(", ");

const STANDINGS: Readonly<Record<CheckStanding, Standing>> = {
  passed: "passed",
  allowed: "passed",
  failed: "failed",
  not_evaluated: "unclear",
  not_applicable: "none",
};

/** What prevented a test from passing. The outcome is left out if it only repeats other criteria. */
function openOf({ criteria }: Test): readonly Judged[] {
  const open = criteria.filter(({ standing }) => standing === "failed" || standing === "not_evaluated");
  const telling = open.filter(({ criterion }) => criterion !== "outcome");
  return telling.length > 0 ? telling : open;
}

function testRow(test: Test, talk: Talk): Row {
  const open = openOf(test);
  const [first] = open;
  return {
    kind: "conversation",
    id: talk.id,
    name: talk.name,
    standing: STANDINGS[test.standing],
    reason: first ? `${first.criterion}: ${first.reason ?? first.standing}` : null,
    causes: open.map(({ criterion, reason }) => {
      const clause = clauseIn(reason ?? "");
      return clause ? `${criterion}: ${clause}` : criterion;
    }),
    turns: talk.turns.length,
    at: talk.facts.find(([label]) => label === "Started")?.[1] ?? null,
    tags: [],
    criteria: open.map(({ criterion }) => criterion),
    suspected: talk.suspicions.map(({ sentence }) => sentence),
    duration_ms: talk.duration_ms || null,
  };
}

/** A conversation with the verdict of the check, which may have limits of its own. */
function judgedTalk(talk: Talk, test: Test): Talk {
  const names = new Set(["outcome", ...talk.verdicts.map(({ name }) => name)]);
  const limits = test.criteria.filter(({ criterion }) => !names.has(criterion));
  return {
    ...talk,
    standing: STANDINGS[test.standing],
    verdicts: [
      ...limits.map(({ criterion, standing, reason }) => ({
        name: criterion,
        standing: STANDINGS[standing],
        value: standing.replaceAll("_", " "),
        why: reason,
        clauses: [],
        isDecided: false,
        evidence: [],
      })),
      ...talk.verdicts,
    ],
  };
}

interface ComparisonParts {
  readonly names: Names;
  readonly files: readonly string[];
  readonly prompts: readonly [a: Version, b: Version];
}

/** Writes the page of a comparison. Returns the line that names the page. */
export async function writeComparisonPage(
  context: Context,
  compared: Compared,
  { names, files, prompts: [first, second] }: ComparisonParts,
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const { saveHtml } = await import("../../report/save.ts");
  const { comparedOf } = await import("../../report/compared.ts");
  const { diffVersions } = await import("../../versions/diffs.ts");
  const { simulation_id, simulation_run_ids } = compared;
  const [run_a = 0, run_b = 0] = simulation_run_ids;
  return saveHtml(context, files, async () =>
    comparedOf(context, compared, {
      runs: [run_a, run_b],
      sides: [`Version ${first.version}`, `Version ${second.version}`],
      nameOf: namedBy(names),
      changes: [
        {
          what: PROMPTS.noun,
          a: first.version,
          b: second.version,
          diff: await diffVersions(PROMPTS, first, second),
        },
      ],
      command: `parley release compare ${simulation_id} ${first.version} ${second.version}`,
      facts: [
        ["Simulation", String(simulation_id)],
        ["Agent", String(compared.agent_id)],
        [
          "Versions",
          [
            `version ${first.version} (${evidenceInWords(compared.evidence_a ?? "unknown")})`,
            `version ${second.version} (${evidenceInWords(compared.evidence_b ?? "unknown")})`,
          ].join(", "),
        ],
      ],
      with_audio: false,
    }),
  );
}
