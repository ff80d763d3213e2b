import { coverageInShort, tooLittle } from "../../../engine/coverage/coverage.ts";
import { counted } from "../../../engine/words/counted.ts";
import { EXIT_CODES } from "../../../lib/failure.ts";
import { calibrateConversation, judgedIn } from "../../../results/calibration/apply.ts";
import { judgedRates, rateLine } from "../../../results/calibration/rates.ts";
import { assumedUnit } from "../../../results/check/criteria.ts";
import { foldedCells } from "../../release/check/fold.ts";
import { type Cell, gate } from "../../release/check/gate.ts";
import { notPassedLines } from "../../release/check/not-passed.ts";
import { type CheckReport, reportOf } from "../../release/check/report.ts";
import {
  countSuspicions,
  resultSuspect,
  suspectLines,
  suspectReason,
} from "../../render/evaluation/suspicions.ts";
import type { View } from "../../render/view.ts";
import { reportFiles } from "../bulk/reports.ts";
import { arg, defineCommand, flag, list, option } from "../command.ts";
import { readCalibration, requireCalibration } from "../judge/shared/calibration.ts";
import { canaryOption, readCanaries } from "../judge/shared/canary.ts";
import { integerFrom, numberBetween, text } from "../parsers.ts";
import { withReport } from "../report/hint.ts";
import { htmlFiles } from "../report/option.ts";
import { suspicionsOption } from "../shared/suspicions-option.ts";
import { requireWritable } from "../shared/writable.ts";
import { leastOf, minCoverage } from "../sim/shared/coverage-option.ts";
import { namedBy } from "../sim/shared/named-by.ts";
import { pollOption } from "../sim/shared/poll-option.ts";
import { holderOf } from "../versions/find.ts";
import { KNOWLEDGE_BASES, PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";
import { agentUnderTest, whyDown } from "./agent-under-test.ts";
import { coverageOfCheck } from "./coverage.ts";
import { nextOf } from "./next.ts";
import { placesIn } from "./places.ts";
import { proposedLines, proposedPolicies } from "./proposed-policies.ts";
import { reportOption, writeReports } from "./report-option.ts";
import { failedBefore, fixesOptions, fixLines, judgeFix } from "./shared/fixes.ts";
import { writeCheckPage } from "./shared/html.ts";
import { knownLimits, limit } from "./shared/limits.ts";
import { digitalHumanNames, simulationOf } from "./shared/simulation.ts";
import { runTest } from "./shared/test-service.ts";
import { idsOf, kbOption, testedVersion } from "./shared/tested-versions.ts";
import { versionsRan } from "./shared/versions-ran.ts";

const view = {
  kind: "rows",
  rows: "cells",
  columns: [
    { title: "digital_human", value: "name" },
    "criterion",
    "passed",
    "failed",
    "not_evaluated",
    { title: "enough", value: ({ enough }: Cell) => (enough ? "yes" : "no") },
  ],
  // A digital human can have dozens of criteria that passed or never applied.
  shown: (cells: readonly Cell[]) => foldedCells(cells.filter(({ enough }) => !enough)),
  empty: "no criterion failed or was left open",
} as const satisfies View<CheckReport>;

function summaryOf({ reason, passed, total, allow_unevaluated }: CheckReport): string {
  const allowed = allow_unevaluated ? " (criteria that were not evaluated were allowed)" : "";
  // The reason has figures of its own, so this one says what it counts.
  return reason === null
    ? `passed: ${passed} of ${total} passed${allowed}`
    : `not passed: ${reason}; ${passed} of ${counted(total, "test")} passed${allowed}`;
}

/** `81 criteria of 5 digital humans: 30 passed, 2 did not, 49 did not apply` */
function countsOf({ cells }: CheckReport): string {
  const of = (list: readonly unknown[], word: string) => (list.length > 0 ? [`${list.length} ${word}`] : []);
  const humans = new Set(cells.map(({ digital_human_id }) => digital_human_id)).size;
  const applied = cells.filter(({ counted }) => counted > 0);
  const counts = [
    ...of(
      applied.filter(({ enough }) => enough),
      "passed",
    ),
    ...of(
      applied.filter(({ enough }) => !enough),
      "did not pass",
    ),
    ...of(
      cells.filter(({ counted }) => counted === 0),
      "did not apply",
    ),
  ];
  return `${cells.length} criteria of ${counted(humans, "digital human")}: ${counts.join(", ")}`;
}

/** `met: policies 6 of 8`, and the commands that generate callers for what was never met. */
function metLines({ coverage }: CheckReport): string[] {
  const coverage_text = coverage && coverageInShort(coverage);
  return coverage_text
    ? [`met: ${coverage_text}`, ...coverage.next.map((line) => `for what was never met: \`${line}\``)]
    : [];
}

export const command = defineCommand({
  needs: ["queue_http_text_simulation_run"],
  about:
    "Starts a text run of the simulation, waits for it and judges every digital human by every criterion: the outcome, " +
    "its success criteria and expected tool calls, each pass_fail metric, and the given limits. Each must pass; nothing compensates for a failure. Digital humans whose " +
    "conversations broke off because the agent could not be reached are retried; failures never are. A version that the agent did " +
    "not run never passes; the report says whether the agent confirmed the version. Exits " +
    "with 9 if the check does not pass or the time runs out. If interrupted, it ends the conversations it started. With " +
    "--json: {verdict, reason, agent_id, prompt_version, …, total, passed, failed, tests, cells, repeated}, which is also the " +
    "report that `prompts promote --require-eval` reads. On GitHub Actions it adds annotations and a step summary.",
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  options: {
    prompt: option(
      "--prompt <version|label>",
      "the prompt version to test (default: the one in production)",
      versionWord,
    ),
    kb: kbOption,
    min_pass_rate: option(
      "--min-pass-rate <rate>",
      "share of each digital human's runs that must pass each criterion, from 0 to 1",
      numberBetween(0, 1),
      1,
    ),
    metric: list("--metric <name>", "a pass_fail metric that counts (default: all); repeatable", text),
    at_least: list(
      "--at-least <metric=n>",
      "lowest acceptable value of a metric in a conversation, in the metric's unit or with one; repeatable",
      limit("at_least"),
    ),
    at_most: list(
      "--at-most <metric=n>",
      "highest acceptable value of a metric in a conversation, such as response_latency.p95=2s; repeatable",
      limit("at_most"),
    ),
    infrastructure_retries: option(
      "--infrastructure-retries <n>",
      "how many times to retry conversations that broke off",
      integerFrom(0),
      1,
    ),
    allow_unevaluated: flag(
      "--allow-unevaluated",
      "let criteria that were not evaluated pass if others were evaluated and met; every report says so",
    ),
    min_coverage: minCoverage,
    suspicions: suspicionsOption,
    require_calibration: requireCalibration,
    canary: canaryOption,
    max_wait: option(
      "--max-wait <seconds>",
      "longest wait, including retries",
      numberBetween(0, 604_800),
      1800,
    ),
    poll: pollOption,
    ...fixesOptions,
    report: reportOption,
    files: list(
      "-f, --file <manifest>",
      "a manifest of the digital humans: annotations then name the line of each that did not pass; repeatable",
    ),
  },
  examples: [
    ["parley release check 7 --prompt candidate", "every digital human of simulation 7 must pass"],
    [
      "parley release check 7 --prompt candidate --report json=check.json --report junit=check.xml",
      "the same in CI; next: `parley prompts promote candidate production --require-eval check.json`",
    ],
    [
      "parley release check 7 --report html=check.html",
      "writes a page with every conversation, failures first and the guilty turns marked",
    ],
    [
      'parley release check 7 --prompt candidate --require-calibration "kappa.lower>=0.5"',
      "count only verdicts of a judge that is calibrated this well",
    ],
    [
      "parley release check 7 --prompt candidate --fixes 12 --repeat 12",
      "accept version candidate only if it repairs conversation 12 and breaks nothing else",
    ],
    [
      "parley release check 7 --min-pass-rate 0.9 --at-most response_latency.p95=1.5s",
      "nine out of ten runs of each digital human must pass, and nine out of ten must be fast",
    ],
  ],
  view,
  async run(context, input) {
    const { simulation_id, metric, at_least, at_most, min_pass_rate, allow_unevaluated } = input;
    await requireWritable(context, reportFiles(input.report));
    const places = await placesIn(context, input.files);
    const { agent_id } = await simulationOf(context, simulation_id);
    // Read before the check: whatever is released meanwhile must not be overwritten by what it tests.
    const [prompt, knowledge_base, before] = await Promise.all([
      testedVersion(context, PROMPTS, agent_id, input.prompt),
      testedVersion(context, KNOWLEDGE_BASES, agent_id, input.kb),
      input.prompt === undefined ? undefined : holderOf(context, PROMPTS, agent_id, "production"),
    ]);
    const limits = await knownLimits(context, agent_id, [...at_least, ...at_most]);
    const canaries = await readCanaries(context, input.canary);
    const names = await digitalHumanNames(context, simulation_id);
    const { max_wait, poll, infrastructure_retries: retries } = input;
    const waiting = { retries, max_wait, poll };
    const agent = await agentUnderTest(context, agent_id);
    const asked = { fixes: input.fixes, repeat: input.repeat, recurs: input.recurs, simulation_id, prompt };
    const broken = await failedBefore(context, { ...asked, ...waiting });
    const run = { simulation_id, ...idsOf(prompt, knowledge_base), ...(broken && { seed: broken.seed }) };
    const { runs, time_over, is_down } = await runTest(context, { run, ...waiting });
    const judged_verdicts = runs.flatMap(({ conversations }) => conversations.flatMap(judgedIn));
    const calibration = await readCalibration(context, judged_verdicts, input.require_calibration, canaries);
    const calibrated = runs.map(({ conversations, ...one }) => ({
      ...one,
      conversations: conversations.map((conversation) => calibrateConversation(conversation, calibration)),
    }));
    const gated = gate(calibrated, {
      criteria: {
        metrics: metric.length > 0 ? metric : undefined,
        limits,
        allow_unevaluated,
      },
      min_pass_rate,
      nameOf: namedBy(names),
    });
    const down = is_down ? await whyDown(context, agent, agent_id) : undefined;
    const ran = versionsRan(runs, { prompt, knowledge_base, names_kb: input.kb !== undefined });
    const over = time_over ? `the run did not finish within ${max_wait} s` : undefined;
    const held = runs.flatMap(({ conversations }) => conversations);
    const unit = assumedUnit(
      held,
      limits.map((one) => one.metric),
    );
    const suspects = held.map(resultSuspect);
    const suspected = input.suspicions === "fail" ? suspectReason(suspects, "conversation") : null;
    const least = leastOf(input.min_coverage);
    const coverage = down === undefined ? await coverageOfCheck(context, agent_id, { runs, least }) : null;
    const [uncovered = null] = coverage ? tooLittle(coverage, least) : [];
    const fixes =
      broken && down === undefined && !time_over
        ? await judgeFix(context, broken, { runs, run, ...waiting })
        : null;
    const reason =
      down ?? over ?? ran.mismatch ?? gated.reason ?? suspected ?? uncovered ?? fixes?.reason ?? null;
    const proposed = await proposedPolicies(context, agent_id, prompt);
    const open = proposedLines(proposed, agent_id, prompt?.version ?? null);
    const data: CheckReport = reportOf(
      {
        agent_id,
        prompt_version: prompt?.version ?? null,
        prompt_id: prompt?.id ?? null,
        knowledge_base_version: knowledge_base?.version ?? null,
        knowledge_base_id: knowledge_base?.id ?? null,
        simulation_id,
        simulation_run_ids: runs.map((run) => run.simulation_run_id),
        prompt_evidence: ran.prompt_evidence,
        knowledge_base_evidence: ran.knowledge_base_evidence,
        version_notes: ran.notes,
        min_pass_rate,
        allow_unevaluated,
        judged_rates: judgedRates(judged_verdicts, calibration.certificates),
        coverage,
        fixes,
        suspicions: countSuspicions(suspects),
        proposed_policies: proposed,
      },
      { ...gated, reason, verdict: reason === null ? "passed" : "not_passed" },
    );
    const report = input.report.find(({ format }) => format === "json")?.file;
    await writeReports(context, data, {
      targets: input.report,
      places,
      suspected: { suspects, mode: input.suspicions },
    });
    const line = await writeCheckPage(context, data, { names, files: htmlFiles(input.report) });
    return {
      data,
      // Otherwise there would be as many rows as criteria, all saying the same.
      ...(down !== undefined && { view: { kind: "text" as const, text: () => down } }),
      ...withReport(
        down === undefined
          ? [
              ...data.judged_rates.map(rateLine),
              ...notPassedLines(gated),
              ...(unit && gated.reason === null ? [unit] : []),
              ...suspectLines(suspects, { agent_id, mode: input.suspicions, says_how: open.length === 0 }),
              ...open,
              ...data.version_notes,
              ...metLines(data),
              ...fixLines(fixes),
              ...(data.cells.length > 0 ? [countsOf(data)] : []),
              summaryOf(data),
              nextOf(data, {
                report,
                before: (input.prompt === undefined ? prompt : before)?.version ?? null,
              }),
            ].join("\n")
          : summaryOf(data),
        line,
      ),
      exitCode: reason === null ? EXIT_CODES.done : EXIT_CODES.gate,
    };
  },
});
