import type { Attempt, JobLane, JobLanes, Outcome } from "../jobs/jobs.ts";
import type { JobKind } from "../jobs/promised.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** The same lanes, counted and timed. */
export function observeLanes(lanes: JobLanes, metrics: Metrics, tracing?: Tracing): JobLanes {
  const observed = <K extends JobKind>(kind: K): JobLane<K> => {
    const { run, ...lane } = lanes[kind];
    return {
      ...lane,
      run(payload, service, attempt) {
        const counted = () => metrics.job(kind, () => run(payload, service, attempt), isDone);
        return tracing ? tracedJob(tracing, kind, attempt, counted) : counted();
      },
    };
  };
  return Object.fromEntries(kindsOf(lanes).map((kind) => [kind, observed(kind)])) as unknown as JobLanes;
}

const isDone = ({ again_at }: Outcome) => again_at === undefined;

/** The job's changes, and the jobs that it adds, belong to its trace too. */
const tracedJob = (tracing: Tracing, kind: JobKind, { traceparent }: Attempt, run: () => Promise<Outcome>) =>
  tracing.job(kind, traceparent, async () => {
    const { commit, ...outcome } = await run();
    return { ...outcome, ...(commit && { commit: tracing.bind(commit) }) };
  });

export const kindsOf = (lanes: JobLanes) => Object.keys(lanes) as JobKind[];
