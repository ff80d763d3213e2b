import { readConversation } from "../../../contract/readings/conversation.ts";
import { compareRuns, type RunsCompared, summaryOf } from "../../../engine/comparison/compare-runs.ts";
import { EXIT_CODES, Failure } from "../../../lib/failure.ts";
import { isSettled, repetitionsOf } from "../../../results/check/conversation.ts";
import type { Context } from "../../context.ts";
import { reportFiles } from "../bulk/reports.ts";
import { arg, defineCommand, flag } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { digitalHumanNames } from "../release/shared/simulation.ts";
import { withReport } from "../report/hint.ts";
import { audioOption, htmlFiles, htmlOption } from "../report/option.ts";
import { requireWritable } from "../shared/writable.ts";
import { namedBy } from "./shared/named-by.ts";

type Group = "fixed" | "broken" | "still_failing" | "still_passing" | "not_compared";

interface Compared extends Pick<RunsCompared, "p" | "significant"> {
  readonly before: number;
  readonly after: number;
  readonly summary: string;
  readonly conversations: readonly {
    readonly change: Group;
    readonly digital_human_id: number;
    readonly name: string;
    readonly repetition: number;
  }[];
}

const GROUPS: readonly Group[] = ["broken", "fixed", "still_failing", "not_compared", "still_passing"];

export const command = defineCommand({
  needs: ["list_simulation_results"],
  about:
    "Compares two finished runs conversation by conversation: which digital humans failed before and pass now (fixed), passed " +
    "before and fail now (broken), or still fail. What has no verdict in either run is not compared. The exit code is " +
    "0, or 9 with --gate if anything was broken or could not be compared. p is McNemar's exact test on fixed against broken; below 0.05 it is " +
    "significant. With --json: {before, after, summary, p, significant, conversations}.",
  args: {
    before: arg("<run-id>", "the earlier run", integerFrom(1)),
    after: arg("<run-id>", "the later run", integerFrom(1)),
  },
  options: {
    gate: flag("--gate", "exit with 9 if a conversation was broken, or nothing could be compared"),
    report: htmlOption,
    with_audio: audioOption,
  },
  examples: [
    ["parley sim compare 900 901", "what run 901 fixed and broke since run 900"],
    [
      "parley sim compare 900 901 --gate --json --query 'conversations[?change==`broken`].name'",
      "a CI gate that names what broke",
    ],
    ["parley sim compare 900 901 --report html=compare.html", "writes a page with both runs side by side"],
  ],
  view: { kind: "text", wraps: true, text: comparedText },
  async run(context, { before, after, gate, report, with_audio }) {
    await requireWritable(context, reportFiles(report));
    const first = await outcomesOf(context, before);
    const second = await outcomesOf(context, after);
    const names = await namesOf(context, [first.simulation_id, second.simulation_id]);
    const compared = compareRuns(first.outcomes, second.outcomes);
    const data: Compared = {
      before,
      after,
      summary: summaryOf(compared),
      p: compared.p,
      significant: compared.significant,
      conversations: GROUPS.flatMap((change) =>
        compared[change].map(({ digital_human_id, repetition }) => ({
          change,
          digital_human_id,
          name: namedBy(names)(digital_human_id),
          repetition,
        })),
      ),
    };
    const holds = compared.p !== null && compared.broken.length === 0;
    const line = await writePage(context, [before, after], { files: htmlFiles(report), with_audio });
    return {
      data,
      ...withReport(undefined, line),
      exitCode: gate && !holds ? EXIT_CODES.gate : EXIT_CODES.done,
    };
  },
});

/** Writes the page that compares the two runs. Returns the line that names the page. */
async function writePage(
  context: Context,
  runs: readonly [number, number],
  { files, with_audio }: { readonly files: readonly string[]; readonly with_audio: boolean },
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const { saveHtml } = await import("../report/save.ts");
  const { comparedRuns } = await import("../report/collect.ts");
  return saveHtml(context, files, () => comparedRuns(context, runs, { with_audio }));
}

async function outcomesOf(context: Context, simulation_run_id: number) {
  const { simulation_run, simulation_results } = await context.read("list_simulation_results", {
    params: { simulation_run_id },
  });
  const results = simulation_results.map(readConversation);
  const open = results.filter((result) => !isSettled(result)).length;
  if (open > 0)
    throw new Failure(
      "conflict",
      `run ${simulation_run_id} is not over: ${open} of ${results.length} conversations are not settled`,
      {
        hint: "wait for it with `parley sim wait`",
      },
    );
  const repetitions = repetitionsOf(results);
  const outcomes = results.map(({ id, digital_human_id, outcome }) => ({
    digital_human_id,
    repetition: repetitions.get(id) ?? 1,
    outcome,
  }));
  return { simulation_id: simulation_run && Number(simulation_run.simulation_id), outcomes };
}

/** The names of the digital humans. If the service does not return them, the ids are enough. */
async function namesOf(
  context: Context,
  simulations: readonly (number | undefined)[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const id of new Set(simulations.filter((id) => id !== undefined)))
    for (const [digital_human_id, name] of await digitalHumanNames(context, id).catch(ignoreMissing))
      names.set(digital_human_id, name);
  return names;
}

function ignoreMissing(error: unknown): Map<number, string> {
  if (error instanceof Failure && error.outcome === "not_found") return new Map();
  throw error;
}

const TITLES: Readonly<Record<Group, string>> = {
  broken: "broken",
  fixed: "fixed",
  still_failing: "still failing",
  not_compared: "not compared",
  still_passing: "still passing",
};

function comparedText({ before, after, summary, conversations }: Compared): string {
  const repeated = new Set(
    conversations
      .filter(({ repetition }) => repetition > 1)
      .map((conversation) => conversation.digital_human_id),
  );
  const groups = GROUPS.flatMap((group) => {
    const members = conversations.filter(({ change }) => change === group);
    if (members.length === 0 || group === "still_passing") return [];
    const lines = members.map(({ digital_human_id, name, repetition }) =>
      repeated.has(digital_human_id) ? `  ${name} (${repetition})` : `  ${name}`,
    );
    return [`${TITLES[group]}:`, ...lines];
  });
  return [...groups, `run ${after} against run ${before}: ${summary}`].join("\n");
}
