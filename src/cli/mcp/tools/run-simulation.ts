import { z } from "zod";
import type { Answer, Lenient } from "../../../contract/types.ts";
import type { Verdict } from "../../commands/sim/shared/gate.ts";
import { id, itemsWith, outcomes, pick, planId, rate, uuid } from "../answer.ts";
import { DESCRIBING_OPERATIONS, describeSimulation } from "../describe-simulation.ts";
import { defineTool } from "../tool.ts";

const REST_MS = 10_000;

export const runSimulation = defineTool({
  name: "run_simulation",
  description:
    "Call the agent with every digital human of a simulation, wait, and say what passed. Cancelling ends the conversations.",
  operations: [
    ...DESCRIBING_OPERATIONS,
    "queue_http_text_simulation_run",
    "queue_simulation_run",
    "list_simulation_runs",
    "list_simulation_results",
    "get_simulation_result",
    "end_conversations",
  ],
  input: z.object({
    simulation_id: id,
    prompt_id: uuid.optional().describe("prompt version; default: production"),
    digital_human_ids: z.array(id).max(100).optional(),
    seed: z.string().max(200).optional(),
    max_wait: z.int().min(1).max(3600).default(600).describe("seconds"),
    plan_id: planId,
  }),
  output: z.object({
    simulation_run_id: id,
    passed: z.boolean(),
    pass_rate: rate,
    outcomes,
    status: z.string().nullable(),
    not_passed: itemsWith("simulation_result_id", "digital_human_id"),
  }),
  commandLine: ({ simulation_id }) => `parley sim start ${simulation_id} --wait`,
  async ask({ simulation_id, prompt_id, digital_human_ids = [] }, call) {
    const version = prompt_id === undefined ? "" : `, and prompt version ${prompt_id}`;
    return `Run ${await describeSimulation(simulation_id, digital_human_ids, call)}${version}?`;
  },
  async run({ simulation_id, prompt_id, digital_human_ids = [], seed, max_wait }, { session, ...asked }) {
    const start = { simulation_id, prompt_id, digital_human_ids, seed };
    const started = await session.run<Lenient<Answer<"queue_http_text_simulation_run">>>(
      () => import("../../commands/sim/start.ts"),
      start,
      asked,
    );
    const simulation_run_id = Number(started.simulation_run_id);
    const wait = { simulation_id: String(simulation_id), run_id: simulation_run_id, max_wait, poll: 0.5 };
    const verdict = await session
      .run<Verdict>(() => import("../../commands/sim/wait.ts"), wait, asked)
      .catch(async (error: unknown) => {
        if (asked.signal.aborted) {
          const rest = { ...asked, signal: AbortSignal.timeout(REST_MS) };
          const ends = { test_result_ids: started.simulation_result_ids };
          await session.run(() => import("../../commands/sim/end.ts"), ends, rest).catch(() => undefined);
        }
        throw error;
      });
    const fields = ["simulation_result_id", "digital_human_id", "outcome", "standing"];
    return {
      data: {
        simulation_run_id,
        passed: verdict.passed,
        pass_rate: verdict.pass_rate,
        outcomes: verdict.outcomes,
        ...(verdict.run ? { status: verdict.run.status } : { status: null }),
        not_passed: (verdict.not_passed ?? []).flatMap((test) =>
          test.attempts.map((attempt) => pick({ ...test, ...attempt }, fields)),
        ),
      },
      note: await noteOf(verdict),
    };
  },
});

async function noteOf({ passed, run }: Verdict): Promise<string> {
  if (passed) return "every test passed";
  const { isOver } = await import("../../commands/sim/shared/run.ts");
  if (!run || !isOver(run)) return "the run is still in progress; look (what: runs) shows how far it is";
  return "explain_result says why a test did not pass, by its simulation_result_id";
}
