import { assumedUnit } from "../../../results/check/criteria.ts";
import { compare } from "../../../results/compare/compare.ts";
import type { TestedRun } from "../../release/check/gate.ts";
import { comparisonText } from "../../release/compare/text.ts";
import { reportFiles } from "../bulk/reports.ts";
import { arg, defineCommand, option } from "../command.ts";
import { integerFrom, numberBetween, text } from "../parsers.ts";
import { withReport } from "../report/hint.ts";
import { htmlFiles, htmlOption } from "../report/option.ts";
import { requireWritable } from "../shared/writable.ts";
import { namedBy } from "../sim/shared/named-by.ts";
import { pollOption } from "../sim/shared/poll-option.ts";
import { findVersion } from "../versions/find.ts";
import { KNOWLEDGE_BASES, PROMPTS, type Version } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";
import { type Compared, writeComparisonPage } from "./shared/html.ts";
import { digitalHumanNames, simulationOf } from "./shared/simulation.ts";
import { runTest } from "./shared/test-service.ts";
import { idsOf, kbOption, testedVersion } from "./shared/tested-versions.ts";
import { versionsRan } from "./shared/versions-ran.ts";

export const command = defineCommand({
  needs: ["queue_http_text_simulation_run"],
  about:
    "Runs the simulation with each prompt version, one after the other, with the same digital humans and the same " +
    "seed, and compares conversation by conversation: outcomes with McNemar's exact test, numbers " +
    "with Wilcoxon's signed-rank test and Holm's correction. If the agent did not confirm which version it ran, the comparison " +
    "begins with that. A difference is significant if p is below 0.05. The " +
    "exit code is 0 whatever the verdict. With --json: {verdict, outcome, metrics, pairs, …}; verdict is a_better, " +
    "b_better, no_difference or not_evaluated.",
  args: {
    simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)),
    a: arg("<version|label>", "the prompt version to compare with", versionWord),
    b: arg("<version|label>", "the prompt version to test", versionWord),
  },
  options: {
    kb: kbOption,
    seed: option("--seed <text>", "seed for the digital humans' random choices", text, "1"),
    max_wait: option(
      "--max-wait <seconds>",
      "how long to wait for each run",
      numberBetween(0, 604_800),
      1800,
    ),
    poll: pollOption,
    report: htmlOption,
  },
  examples: [
    ["parley release compare 7 production candidate", "is the candidate better or worse?"],
    ["parley release compare 7 3 4 --query verdict", "just the verdict"],
    ["parley release compare 7 3 4 --report html=compare.html", "writes a page that shows what flipped"],
  ],
  view: { kind: "text", text: comparisonText },
  async run(context, { simulation_id, a, b, kb, seed, max_wait, poll, report }) {
    await requireWritable(context, reportFiles(report));
    const { agent_id } = await simulationOf(context, simulation_id);
    const [first, second, knowledge_base] = await Promise.all([
      findVersion(context, PROMPTS, agent_id, a),
      findVersion(context, PROMPTS, agent_id, b),
      testedVersion(context, KNOWLEDGE_BASES, agent_id, kb),
    ]);
    const names = await digitalHumanNames(context, simulation_id);
    const test = async (prompt: Version) => {
      const run = { simulation_id, seed, ...idsOf(prompt, knowledge_base) };
      return (await runTest(context, { run, retries: 0, max_wait, poll })).runs;
    };
    // One after the other: in parallel they would share the agent, and one run could slow the other down.
    const runs_a = await test(first);
    const runs_b = await test(second);
    const data: Compared = {
      agent_id,
      simulation_id,
      seed,
      prompt_version_a: first.version,
      prompt_version_b: second.version,
      ...evidenceOf(first, runs_a, second, runs_b),
      simulation_run_ids: [...runs_a, ...runs_b].map((run) => run.simulation_run_id),
      ...compare(
        runs_a.flatMap(({ conversations }) => conversations),
        runs_b.flatMap(({ conversations }) => conversations),
        namedBy(names),
      ),
    };
    const line = await writeComparisonPage(context, data, {
      names,
      files: htmlFiles(report),
      prompts: [first, second],
    });
    const unit = assumedUnit(
      [...runs_a, ...runs_b].flatMap(({ conversations }) => conversations),
      data.metrics.map((metric) => metric.metric),
    );
    return { data, ...withReport(unit, line) };
  },
});

/** What shows that the agent ran each version. Without that, a difference says nothing about them. */
function evidenceOf(
  a: Version,
  runs_a: readonly TestedRun[],
  b: Version,
  runs_b: readonly TestedRun[],
): Pick<Compared, "evidence_a" | "evidence_b" | "version_notes"> {
  const [ran_a, ran_b] = [[a, runs_a] as const, [b, runs_b] as const].map(([prompt, runs]) =>
    versionsRan(runs, { prompt, knowledge_base: undefined, names_kb: false }),
  );
  const notes = [ran_a, ran_b].flatMap((ran) =>
    ran ? [...(ran.mismatch ? [ran.mismatch] : []), ...ran.notes] : [],
  );
  return {
    evidence_a: ran_a?.prompt_evidence ?? null,
    evidence_b: ran_b?.prompt_evidence ?? null,
    version_notes: notes,
  };
}
