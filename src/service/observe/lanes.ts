import type { JobKind, JobLane, JobLanes } from "../jobs/jobs.ts";
import type { Metrics } from "./metrics.ts";

/** The same lanes, counted and timed. */
export function observeLanes(lanes: JobLanes, metrics: Metrics): JobLanes {
  const observed = <K extends JobKind>(kind: K): JobLane<K> => {
    const { concurrency, run } = lanes[kind];
    return {
      concurrency,
      run: (payload, service, attempt) =>
        metrics.job(
          kind,
          () => run(payload, service, attempt),
          ({ again_at }) => again_at === undefined,
        ),
    };
  };
  return Object.fromEntries(kindsOf(lanes).map((kind) => [kind, observed(kind)])) as unknown as JobLanes;
}

export const kindsOf = (lanes: JobLanes) => Object.keys(lanes) as JobKind[];
