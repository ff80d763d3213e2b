/** `sim start --matrix`: a run for each combination of conditions, one after the other, and what all of them show. */
import { readConversation } from "../../../contract/readings/conversation.ts";
import type { Body } from "../../../contract/types.ts";
import { EXIT_CODES, Failure, usage } from "../../../lib/failure.ts";
import {
  type Conditions,
  cellKey,
  cellOf,
  type JudgedCell,
  type JudgedGrid,
} from "../../../results/grid/grid.ts";
import { conditionsText } from "../../../results/grid/words.ts";
import type { Context } from "../../context.ts";
import type { Result } from "../command.ts";
import { withReport } from "../report/hint.ts";
import { eachOf } from "../shared/each-of.ts";
import { writeGridReport } from "./grid-report.ts";
import { gridView } from "./grid-text.ts";
import { type Axis, cellsOf, matrixText } from "./matrix-option.ts";
import { gateOnRun, type ReadyGate } from "./shared/gate-on-run.ts";
import { startedRun } from "./shared/started-run.ts";

export interface GridRequest {
  readonly body: Body<"queue_simulation_run"> & { readonly simulation_id: number };
  readonly matrix: readonly Axis[];
  /** Runs that were started before. */
  readonly run: readonly number[];
  readonly gate: ReadyGate;
  /** Seconds. */
  readonly poll: number;
}

/** @throws Failure with the command that continues, once a run was started */
export async function startGrid(context: Context, request: GridRequest): Promise<Result<JudgedGrid>> {
  const { body, matrix, gate } = request;
  const cells = cellsOf(matrix);
  const held = await heldRuns(context, request, cells);
  const started = [...held.values()];
  // With one seed, the callers say the same under all conditions.
  let seed = body.seed ?? (started[0] === undefined ? undefined : String(started[0]));
  const judged: JudgedCell[] = [];
  const { simulation_id } = body;
  for (const conditions of cells) {
    try {
      let run_id = held.get(cellKey(conditions));
      if (run_id === undefined) {
        if (!context.globals.json && context.globals.output !== "json")
          await context.terminal.note(
            `combination ${judged.length + 1} of ${cells.length}: ${conditionsText(conditions)}`,
          );
        const asked = { ...body, conditions, ...(seed !== undefined && { seed }) };
        const queued = await context.change("queue_simulation_run", { body: asked as typeof body });
        run_id = startedRun(queued);
        started.push(run_id);
        seed ??= String(queued.seed ?? run_id);
        await requireConditions(context, { simulation_id, run_id, conditions });
      }
      const { cell, isOver } = await judgedCell(context, request, { conditions, run_id });
      judged.push(cell);
      // The next run would call the agent at the same time.
      if (!isOver) break;
    } catch (error) {
      throw stopped(context.signal.aborted ? context.signal.reason : error, started);
    }
  }
  const left = cells.slice(judged.length).map(notStarted);
  const data = gridOf(simulation_id, gate.min_pass_rate, [...judged, ...left]);
  const line = await writeGridReport(context, data, { gate, command: commandOf(request, started) });
  const hint =
    left.length > 0
      ? `the same command with ${resuming(started)} continues`
      : "next: `parley sim results <run-id>` lists the conversations of a combination";
  return {
    data,
    ids: started,
    view: gridView,
    ...withReport(hint, line),
    exitCode: data.passed ? EXIT_CODES.done : EXIT_CODES.gate,
  };
}

const notStarted = (conditions: Conditions): JudgedCell => ({
  ...cellOf({ conditions, simulation_run_id: null }, null, []),
  passed: false,
  reason: "not started",
});

/** Waits for the run of a combination and judges it like `sim wait`. */
async function judgedCell(
  context: Context,
  { body: { simulation_id }, gate, poll }: GridRequest,
  { conditions, run_id }: { readonly conditions: Conditions; readonly run_id: number },
): Promise<{ readonly cell: JudgedCell; readonly isOver: boolean }> {
  const which = { simulation_id: String(simulation_id), run_id, poll };
  const { data: verdict } = await gateOnRun(context, which, { ...gate, report: [] });
  const { outcomes, passed, reason } = verdict;
  const isOver = outcomes !== null && outcomes.running === 0;
  const params = { simulation_run_id: run_id };
  const listed = isOver ? (await context.read("list_simulation_results", { params })).simulation_results : [];
  const conversations = await eachOf(listed, async ({ id }) => {
    const answer = await context.read("get_simulation_result", {
      params: { simulation_result_id: String(id) },
    });
    return readConversation(answer.simulation_result);
  });
  const cell = cellOf({ conditions, simulation_run_id: run_id }, outcomes, conversations);
  return { cell: { ...cell, passed, reason }, isOver };
}

/**
 * The runs that were started before, by their combination.
 * @throws Failure (usage) for one of another simulation or of no combination of the matrix
 */
async function heldRuns(
  context: Context,
  { body: { simulation_id }, run }: GridRequest,
  cells: readonly Conditions[],
): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  if (run.length === 0) return held;
  const runs = await runsBy(context, simulation_id);
  for (const run_id of run) {
    const refuse = (why: string) => usage(`run ${run_id} ${why}`, { where: "--run" });
    const conditions = runs.get(run_id);
    if (!conditions) throw refuse(`is not a run of simulation ${simulation_id}`);
    const key = cellKey(conditions);
    if (!cells.some((cell) => cellKey(cell) === key))
      throw refuse(`has the conditions "${conditionsText(conditions)}", which the matrix does not have`);
    if (held.has(key)) throw refuse(`has the same conditions as run ${held.get(key)}`);
    held.set(key, run_id);
  }
  return held;
}

/** The conditions of each run of a simulation; without any, there are none. */
async function runsBy(context: Context, simulation_id: number): Promise<Map<number, Conditions>> {
  const params = { simulation_id: String(simulation_id) };
  const { simulation_runs } = await context.read("list_simulation_runs", { params });
  return new Map(simulation_runs.map(({ id, conditions }) => [id, { ...conditions } as Conditions]));
}

/** @throws Failure (failed) if the service started the run without the conditions: its figures would be of others */
async function requireConditions(
  context: Context,
  which: { readonly simulation_id: number; readonly run_id: number; readonly conditions: Conditions },
): Promise<void> {
  const { simulation_id, run_id, conditions } = which;
  const run = (await runsBy(context, simulation_id)).get(run_id) ?? {};
  if (cellKey(run) === cellKey(conditions)) return;
  throw new Failure("failed", `the service started run ${run_id} without its conditions`, {
    code: "unexpected_answer",
    hint: "conditions of a run are an extension of Parley; elsewhere, create digital humans with `matrix` in a manifest",
  });
}

function gridOf(simulation_id: number, min_pass_rate: number, cells: readonly JudgedCell[]): JudgedGrid {
  const failed = cells.filter(({ passed }) => !passed);
  const named = failed.map(({ conditions, reason }) => `${conditionsText(conditions)}: ${reason}`);
  const reason =
    failed.length > 0 ? `${failed.length} of ${cells.length} combinations: ${named.join("; ")}` : null;
  return { simulation_id, passed: reason === null, reason, min_pass_rate, cells };
}

/** The options that let the same command continue with what was started. */
const resuming = (started: readonly number[]) => started.map((id) => `--run ${id}`).join(" ");

const commandOf = ({ body, matrix }: GridRequest, started: readonly number[]): string =>
  ["parley sim start", body.simulation_id, matrixText(matrix), resuming(started)].join(" ");

/** Why it stopped, and how to continue: the runs have been started all the same. */
function stopped(error: unknown, started: readonly number[]): unknown {
  if (!(error instanceof Failure) || started.length === 0) return error;
  const { hint, ...options } = error.options;
  const next = `the same command with ${resuming(started)} continues`;
  return new Failure(error.outcome, error.message, { ...options, hint: hint ? `${hint}\n${next}` : next });
}
