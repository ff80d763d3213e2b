import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { Answer, Lenient } from "../../contract/types.ts";
import { render } from "../../render/render.ts";
import { isOver } from "./run.ts";
import { runRows } from "./view.ts";

type Runs = Lenient<Answer<"list_simulation_runs">>;

/** How the runs are shown while they change. */
interface Display {
  show(runs: Runs): Promise<void>;
  /** What is left to print at the end. */
  finish(runs: Runs): Promise<Runs | undefined>;
}

/** Looks at the runs of a simulation until all are over; returns what is left to print. */
export async function watchRuns(
  context: Context,
  simulation_id: string,
  poll: number,
): Promise<Runs | undefined> {
  const display = await displayFor(context);
  for (;;) {
    const runs = await context.read("list_simulation_runs", { params: { simulation_id } });
    await display.show(runs);
    if (runs.simulation_runs.every(isOver)) return display.finish(runs);
    await sleep(poll * 1000, undefined, { signal: context.signal });
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

/** The table over and over at the same place; at the end it gives way to the table on stdout. */
async function redrawn({ globals, terminal }: Context): Promise<Display> {
  const { LiveArea } = await import("../../terminal/live.ts");
  const area = new LiveArea(terminal);
  const paint = await terminal.errPaint();
  const fields = fieldsOf(globals.fields);
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

/** A line for each run that is new or has changed. */
async function lineByLine({ globals, terminal }: Context, output: "table" | "jsonl"): Promise<Display> {
  const fields = fieldsOf(globals.fields);
  const shown = new Map<number, string>();
  let isFirst = true;
  return {
    async show({ simulation_runs }) {
      const changed = simulation_runs.filter((run) => shown.get(run.id) !== JSON.stringify(run));
      for (const run of changed) shown.set(run.id, JSON.stringify(run));
      const options = { output, query: undefined, fields, screen: undefined, now: new Date() };
      const text = await render({ simulation_runs: changed }, runRows, options);
      // The titles of the columns come once.
      await terminal.write(isFirst || output === "jsonl" ? text : text.slice(text.indexOf("\n") + 1));
      isFirst = false;
    },
    async finish() {
      return undefined;
    },
  };
}

const fieldsOf = (fields: string | undefined) => fields?.split(",").map((field) => field.trim());
