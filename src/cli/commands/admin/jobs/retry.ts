import { arg, defineCommand } from "../../command.ts";
import { integerFrom } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about:
    `${DIRECTLY} A service on this store picks up the jobs within about two seconds. The call is queued for ` +
    "evaluation again, and a run reopens until its conversation is settled. If one of the jobs was not set aside, " +
    "none is put back.",
  args: { ids: arg("<job-id...>", "ids of jobs, as `parley admin jobs` lists them", integerFrom(1)) },
  options: storeOptions,
  examples: [["parley admin jobs retry 118", "tries the job again, three times at most"]],
  view: {
    kind: "rows",
    columns: [
      "id",
      "kind",
      "call_id",
      "simulation_result_id",
      { title: "set aside", value: "set_aside_at", kind: "time" },
    ],
    empty: "no jobs",
  },
  async run(context, { ids, ...place }) {
    refuseDryRun(context);
    const { retryJobs } = await import("../../../../service/administration/jobs.ts");
    return { data: await withStore(context, place, (store) => retryJobs(store, ids)) };
  },
});
