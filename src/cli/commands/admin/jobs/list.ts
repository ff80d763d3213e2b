import type { JobCount, SetAside } from "../../../../service/administration/jobs.ts";
import { defineCommand } from "../../command.ts";
import { DIRECTLY, storeOptions, withStore } from "../shared/store.ts";

interface Listed {
  readonly set_aside: readonly SetAside[];
  readonly counts: readonly JobCount[];
}

export const command = defineCommand({
  about:
    `${DIRECTLY} Lists the jobs that were set aside because a process died three times while it worked on them, and ` +
    "how many others are waiting or started. A started job is either running or its process died.",
  options: storeOptions,
  examples: [
    ["parley admin jobs", "the jobs that were set aside, and how many are waiting"],
    ['parley admin jobs --query "set_aside[].id" -o json', "the ids to give to `parley admin jobs retry`"],
  ],
  view: {
    kind: "text",
    text: ({ set_aside, counts }: Listed) => [...asideLines(set_aside), ...counts.map(countLine)].join("\n"),
  },
  async run(context, place) {
    const { countJobs, listSetAside } = await import("../../../../service/administration/jobs.ts");
    const data: Listed = await withStore(context, place, async (store) => ({
      set_aside: await listSetAside(store),
      counts: await countJobs(store),
    }));
    const [first] = data.set_aside;
    return { data, ...(first && { hint: `put one back with \`parley admin jobs retry ${first.id}\`` }) };
  },
});

function asideLines(jobs: readonly SetAside[]): string[] {
  if (jobs.length === 0) return ["no jobs are set aside"];
  return jobs.map(({ id, kind, call_id, simulation_result_id, set_aside_at, crashes }) => {
    const about = call_id
      ? ` of call ${call_id}`
      : simulation_result_id
        ? ` of result ${simulation_result_id}`
        : "";
    return `job ${id}: ${kind}${about}, set aside at ${set_aside_at} after ${crashes} crashes`;
  });
}

const countLine = ({ kind, waiting, running, set_aside }: JobCount) =>
  `${kind}: ${waiting} waiting, ${running} running, ${set_aside} set aside`;
