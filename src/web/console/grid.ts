/** The runs of a simulation under different conditions of the calls. */

import { fieldsOf } from "../../contract/is-object.ts";
import { conversationIn } from "../../results/conversations.ts";
import { fieldsOf as axesOf, type Cell, cellKey, cellOf } from "../../results/grid/grid.ts";
import { listOf } from "../../results/read.ts";
import { GridPanel } from "../views/grid.ts";
import { html, Show, useLoaded } from "../views/kit.ts";
import { read } from "./api.ts";
import { eachOf, type Run } from "./data.ts";

/** How many conversations to read. A page with more would take too long. */
const CONVERSATIONS = 400;

/** The newest run of each combination, of the same conditions as the newest run with any. Empty if no run has any. */
function newestOfEach(runs: readonly Run[]): Run[] {
  const [newest] = runs.filter(({ conditions }) => conditions);
  const axes = newest && axesOf([{ conditions: newest.conditions ?? {} }]).toSorted();
  const newest_runs = new Map<string, Run>();
  for (const run of runs) {
    const { conditions } = run;
    if (!conditions || axesOf([{ conditions }]).toSorted().join() !== axes?.join()) continue;
    if (!newest_runs.has(cellKey(conditions))) newest_runs.set(cellKey(conditions), run);
  }
  return [...newest_runs.values()].toSorted((one, other) => Number(one.id) - Number(other.id));
}

export function GridOfRuns({ runs }: { runs: readonly Run[] }) {
  const newest = newestOfEach(runs);
  const loaded = useLoaded(
    () => cellsOf(newest),
    newest.map(({ id, isOver }) => [id, isOver]),
  );
  if (newest.length < 2) return null;
  return html`<${Show} of=${loaded}>${(cells: readonly Cell[]) => html`<${GridPanel} cells=${cells} linked />`}<//>`;
}

async function cellsOf(runs: readonly Run[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  let left = CONVERSATIONS;
  for (const { id, conditions, counts, isOver } of runs.length < 2 ? [] : runs) {
    const listed = isOver
      ? listOf(
          fieldsOf(await read("list_simulation_results", { simulation_run_id: id }))["simulation_results"],
        )
      : [];
    left -= listed.length;
    const judged = await eachOf(left < 0 ? [] : listed, async (one) =>
      conversationIn(await read("get_simulation_result", { simulation_result_id: String(one["id"]) })),
    );
    const cell = { conditions: conditions ?? {}, simulation_run_id: Number(id) };
    cells.push(cellOf(cell, isOver ? counts : null, judged as unknown as Parameters<typeof cellOf>[2]));
  }
  return cells;
}
