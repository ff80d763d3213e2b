import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { pollDelay } from "../../../lib/poll-delay.ts";
import type { Context } from "../../context.ts";
import { render } from "../../render/render.ts";
import { isOver } from "./shared/run.ts";
import { runRows } from "./shared/view.ts";

type Runs = Lenient<Answer<"list_simulation_runs">>;

/** Shows the runs while they change. */
interface Display {
  show(runs: Runs): Promise<void>;
  /** The data that remains to be printed at the end. */
  finish(runs: Runs): Promise<Runs | undefined>;
}

/** Watches the runs of a simulation until all are over. Returns the data that remains to be printed. */
export async function watchRuns(
  context: Context,
  simulation_id: string,
  poll: number,
): Promise<Runs | undefined> {
  const display = await displayFor(context);
  const began = performance.now();
  for (;;) {
    const runs = await context.read("list_simulation_runs", { params: { simulation_id } });
    await display.show(runs);
    if (context.terminal.outputLost.aborted || runs.simulation_runs.every(isOver))
      return display.finish(runs);
    await sleep(pollDelay(performance.now() - began, poll * 1000), undefined, { signal: context.signal });
  }
}

async function displayFor(context: Context): Promise<Display> {
  const { globals, terminal } = context;
  const output = globals.json ? "json" : (globals.output ?? "table");
  if (globals.query !== undefined || (output !== "table" && output !== "jsonl")) return onlyTheEnd;
  if (output === "table" && terminal.outIsTerminal && terminal.isLive) return redrawn(context);
  return lineByLine(context, output);
}

const onlyTheEnd: Display = {
  async show() {},
  async finish(runs) {
    return runs;
  },
};

/** Redraws the table in place. At the end, the table on stdout replaces it. */
async function redrawn({ globals, terminal }: Context): Promise<Display> {
  const { LiveArea } = await import("../../terminal/live.ts");
  const area = new LiveArea(terminal);
  const paint = await terminal.errPaint();
  const { fields } = globals;
  return {
    async show(runs) {
      const screen = { columns: terminal.columns, paint };
      const options = { output: "table", query: undefined, fields, screen, now: new Date() } as const;
      area.draw(await render(runs, runRows, options));
    },
    async finish(runs) {
      area.clear();
      return runs;
    },
  };
}

/** A line for each new or changed run. */
async function lineByLine({ globals, terminal }: Context, output: "table" | "jsonl"): Promise<Display> {
  const { fields } = globals;
  const shown = new Map<number, string>();
  let isFirst = true;
  return {
    async show({ simulation_runs }) {
      const changed = simulation_runs.filter((run) => shown.get(run.id) !== JSON.stringify(run));
      for (const run of changed) shown.set(run.id, JSON.stringify(run));
      const options = { output, query: undefined, fields, screen: undefined, now: new Date() };
      const text = await render({ simulation_runs: changed }, runRows, options);
      // Print the column titles only once.
      await terminal.write(isFirst || output === "jsonl" ? text : text.slice(text.indexOf("\n") + 1));
      isFirst = false;
    },
    async finish() {
      return undefined;
    },
  };
}
