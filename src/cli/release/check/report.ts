/** The reports of a check: one document for programs, and what CI shows. */

import { type Counts, countedTotal, countsInWords } from "../../../contract/rules/outcomes.ts";
import type { VersionEvidence } from "../../../contract/values.ts";
import type { Repair } from "../../../engine/comparison/repair.ts";
import { AREAS, coverageInShort, isMissing } from "../../../engine/coverage/coverage.ts";
import { counted } from "../../../engine/words/counted.ts";
import { type JudgedRate, rateLine } from "../../../results/calibration/rates.ts";
import { countStandings, type Judged, OUTCOME, type Standing } from "../../../results/check/criteria.ts";
import type { RunCoverage } from "../../../results/coverage.ts";
import type { JunitResult } from "../../bulk/junit.ts";
import type { BulkItem, BulkResult } from "../../bulk/outcome.ts";
import {
  type Suspect,
  type SuspicionMode,
  suspectLines,
  suspicionLines,
} from "../../render/evaluation/suspicions.ts";
import { inLine } from "../../render/markdown.ts";
import { required } from "../../render/pass-rate.ts";
import type { TestReport } from "../evidence.ts";
import type { Cell, Gate, Test } from "./gate.ts";
import { repeatedLine } from "./not-passed.ts";

/** The JSON of a check; `prompts promote --require-eval` reads it. */
export interface CheckReport extends TestReport, Gate {
  readonly simulation_id: number;
  readonly simulation_run_ids: readonly number[];
  /** What shows that the agent ran the prompt and the knowledge base; null without a version. */
  readonly prompt_evidence: VersionEvidence | null;
  readonly knowledge_base_evidence: VersionEvidence | null;
  /** What nobody confirmed about the versions, in sentences. */
  readonly version_notes: readonly string[];
  /** The required pass rate of each cell. */
  readonly min_pass_rate: number;
  /** Criteria that were not evaluated were allowed (`--allow-unevaluated`). */
  readonly allow_unevaluated: boolean;
  /** The pass rate of each metric that a judge decides, with the known error of the judge. */
  readonly judged_rates: readonly JudgedRate[];
  /** What the conversations have reached; null if it is not known. Only --min-coverage makes the verdict depend on it. */
  readonly coverage: RunCoverage | null;
  /** With --fixes: what became of the conversation that it repairs; null without, and if the check came to no end. */
  readonly fixes: (Repair & { readonly simulation_result_id: string }) | null;
  /** How many tests had which outcome. */
  readonly outcomes: Counts;
  /** How often a policy that nobody has accepted would be broken. It is in no other count. */
  readonly suspicions: number;
  /** The sentences of the tested prompt that are read as a rule and that nobody has decided on; null if unknown. */
  readonly proposed_policies: readonly string[] | null;
}

/** What was tested: a check covers at most one version of each kind. */
export type Tested = Omit<TestReport, "total" | "passed" | "failed" | "reason"> &
  Pick<
    CheckReport,
    | "simulation_id"
    | "simulation_run_ids"
    | "prompt_evidence"
    | "knowledge_base_evidence"
    | "version_notes"
    | "min_pass_rate"
    | "allow_unevaluated"
    | "judged_rates"
    | "coverage"
    | "fixes"
    | "suspicions"
    | "proposed_policies"
  >;

export function reportOf(tested: Tested, gate: Gate): CheckReport {
  const outcomes = countStandings(gate.tests.map(({ standing }) => standing));
  const { passed, failed } = outcomes;
  return { ...tested, total: countedTotal(outcomes), passed, failed, outcomes, ...gate };
}

/** `Refund, angry`, or `Refund, angry 2` if it was repeated. */
function titleOf({ name, repetition }: Test, tests: readonly Test[]): string {
  const several = tests.some((other) => other.name === name && other.repetition !== repetition);
  return several ? `${name} ${repetition}` : name;
}

const OUTCOME_OF: Readonly<Record<Standing, BulkResult<BulkItem>["outcome"]>> = {
  passed: "done",
  failed: "failed",
  not_evaluated: "unknown",
  allowed: "skipped",
  not_applicable: "skipped",
};

/** Where a digital human is defined: a manifest and a line in it. */
export type Place = Required<Pick<BulkItem, "file" | "line">>;

/** Where digital humans are defined, by name, as far as it is known. */
export type Places = ReadonlyMap<string, Place>;

/** A check as items of a report: one per test and criterion, and one per attempt that was retried. */
export function itemsOf(
  { tests }: Gate,
  places: Places,
  { suspects, mode }: Suspected = NOBODY,
): JunitResult[] {
  const suspectedIn = ({ attempts }: Test) =>
    attempts.flatMap(({ simulation_result_id: id }) =>
      suspects.filter((suspect) => suspect.id === `result ${id}` && suspect.suspicions.length > 0),
    );
  const items = tests.flatMap((test) => {
    const title = titleOf(test, tests);
    const replaced = test.attempts.slice(0, -1).map(({ attempt, status, end_reason }) => ({
      key: `${title} › attempt ${attempt}, retried: ${end_reason ?? status}`,
      outcome: "skipped" as const,
      message: end_reason ?? status,
    }));
    const judged = test.criteria.map(({ criterion, standing, reason }) => ({
      key: `${title} › ${criterion}`,
      outcome: OUTCOME_OF[standing],
      message: `${standing === "allowed" ? "not evaluated, allowed: " : ""}${reason ?? standing} (result ${test.attempts.at(-1)?.simulation_result_id})`,
      ...(mode === "show" && criterion === OUTCOME && { note: linesOn(suspectedIn(test)) }),
    }));
    const suspected =
      mode === "show"
        ? []
        : suspectedIn(test).flatMap(({ id, suspicions }) =>
            suspicions.map((suspicion) => ({
              key: `${title} › suspected: ${suspicion.reads}`,
              outcome: "failed" as const,
              message: linesOn([{ id, suspicions: [suspicion] }]),
            })),
          );
    return [...replaced, ...judged, ...suspected].map((one) => ({ ...one, place: places.get(test.name) }));
  });
  return items.map(({ key, place, outcome, message, ...more }, index) => ({
    ...more,
    index,
    item: { ...itemOf(key), ...place },
    outcome,
    message,
  }));
}

/** The conversations of a check that raise suspicions, and whether that keeps it from passing. */
export interface Suspected {
  readonly suspects: readonly Suspect[];
  readonly mode: SuspicionMode;
}

const NOBODY: Suspected = { suspects: [], mode: "show" };

const linesOn = (suspects: readonly Suspect[]): string =>
  suspects.flatMap(({ suspicions }) => suspicionLines(suspicions, {})).join("\n");

/** One item for each test that did not pass, with all its open criteria, for annotations in CI. */
export function problemsOf({ tests }: Gate, places: Places): BulkResult<BulkItem>[] {
  const bad = tests.filter(({ standing }) => standing === "failed" || standing === "not_evaluated");
  return bad.map((test, index) => {
    const open = test.criteria.filter(
      ({ standing }) => standing === "failed" || standing === "not_evaluated",
    );
    const lines = open.map(({ criterion, standing, reason }) => `${criterion}: ${reason ?? standing}`);
    const result = test.attempts.at(-1)?.simulation_result_id;
    return {
      index,
      item: { ...itemOf(titleOf(test, tests)), ...places.get(test.name) },
      outcome: OUTCOME_OF[test.standing],
      message: `${lines.join("\n")}\n(result ${result})`,
    };
  });
}

/** These items are never sent, so there is nothing to hash. */
const itemOf = (key: string): BulkItem => ({ key, sha256: "" });

/** A check as Markdown: the verdict, a table of cells, the tests that did not pass, and those that passed on a retry. */
export function toMarkdown(report: CheckReport, { suspects, mode }: Suspected = NOBODY): string {
  const { verdict, reason, tests, cells, min_pass_rate } = report;
  const lines = [
    `## Release check: ${verdict === "passed" ? "✅ passed" : "❌ not passed"}`,
    "",
    `${describeTested(report)}. ${counted(report.total, "test")}: ${countsInWords(report.outcomes)}; ${required(min_pass_rate)} required per digital human and criterion.`,
    ...(report.allow_unevaluated
      ? ["", "Criteria that were not evaluated were allowed (`--allow-unevaluated`)."]
      : []),
    ...(reason === null ? [] : ["", `**${inLine(reason)}**`]),
    ...report.version_notes.flatMap((note) => ["", inLine(note)]),
    "",
    "| digital human | criterion | passed | failed | not evaluated | |",
    "|---|---|---:|---:|---:|---|",
    ...cells.map(rowOf),
  ];
  if (report.judged_rates.length > 0)
    lines.push(
      "",
      "### Judged by a model",
      "",
      ...report.judged_rates.map((judged_rate) => `- ${inLine(rateLine(judged_rate))}`),
    );
  const coverage_text = report.coverage && coverageInShort(report.coverage);
  if (coverage_text) lines.push("", "### Met", "", `${coverage_text}.`, ...neverMetIn(report.coverage));
  if (report.repeated.length > 0)
    lines.push(
      "",
      "### Several runs",
      "",
      ...report.repeated.map((repeated) => `- ${inLine(repeatedLine(repeated))}`),
    );
  const retried = tests.filter(({ passed_on_retry }) => passed_on_retry);
  if (retried.length > 0)
    lines.push("", "### Passed on retry", "", ...retried.map((test) => `- ${attemptsOf(test, tests)}`));
  const bad = tests.filter(({ standing }) => standing === "failed" || standing === "not_evaluated");
  if (bad.length > 0)
    lines.push("", "### Not passed", "", ...bad.flatMap((test) => describeBad(test, tests)));
  const suspected = suspectLines(suspects, { agent_id: report.agent_id, mode });
  if (suspected.length > 0)
    lines.push("", "### Suspected", "", ...suspected.map((one) => `- ${inLine(one)}`));
  return `${lines.join("\n")}\n`;
}

/** What was never met, and the commands that generate callers for it. */
function neverMetIn({ next, ...coverage }: RunCoverage): string[] {
  const items = AREAS.flatMap((area) => coverage[area]?.items ?? []);
  const missed = items.filter(isMissing);
  return [
    ...(missed.length > 0
      ? [
          "",
          ...missed.map(
            ({ name, standing, needs }) =>
              `- ${standing === "never_met" ? "never met" : "nothing seen of"}: ${inLine(name)}${needs === undefined ? "" : `; needs ${inLine(needs)}`}`,
          ),
        ]
      : []),
    ...(next.length > 0 ? ["", ...next.map((line) => `    ${line.replaceAll(/\s+/g, " ")}`)] : []),
  ];
}

/** `agent 101, prompt version 4` */
export function describeTested({ agent_id, prompt_version, knowledge_base_version }: TestReport): string {
  return [
    `agent ${agent_id}`,
    ...(prompt_version === null ? [] : [`prompt version ${prompt_version}`]),
    ...(knowledge_base_version === null ? [] : [`knowledge base version ${knowledge_base_version}`]),
  ].join(", ");
}

const rowOf = ({ name, criterion, passed, failed, not_evaluated, enough }: Cell) =>
  `| ${inLine(name)} | ${inLine(criterion)} | ${passed} | ${failed} | ${not_evaluated} | ${enough ? "✅" : "❌"} |`;

function attemptsOf(test: Test, tests: readonly Test[]): string {
  const attempts = test.attempts.map(
    ({ simulation_result_id, end_reason, status }) =>
      `result ${inLine(simulation_result_id)} ${inLine(end_reason ?? status)}`,
  );
  return `${inLine(titleOf(test, tests))}: ${attempts.join(" → ")}`;
}

function describeBad(test: Test, tests: readonly Test[]): string[] {
  const open = test.criteria.filter(({ standing }) => standing === "failed" || standing === "not_evaluated");
  return [`- ${attemptsOf(test, tests)}`, ...open.map((judged) => `  - ${describeJudged(judged)}`)];
}

const describeJudged = ({ criterion, standing, reason }: Judged) =>
  `${inLine(criterion)}: ${standing === "failed" ? "failed" : "not evaluated"}${reason === null ? "" : `, ${inLine(reason)}`}`;
