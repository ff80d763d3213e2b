import type { Attempt, JobWorker, JobWorkers, Outcome } from "../jobs/jobs.ts";
import type { JobKind } from "../jobs/promised.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** The same workers, counted and timed. */
export function observeWorkers<Service>(
  workers: JobWorkers<Service>,
  metrics: Metrics,
  tracing?: Tracing,
): JobWorkers<Service> {
  const observed = <K extends JobKind>(kind: K): JobWorker<K, Service> => {
    const { run, ...worker } = workers[kind];
    return {
      ...worker,
      run(payload, service, attempt) {
        const counted = () => metrics.job(kind, () => run(payload, service, attempt), isDone);
        return tracing ? tracedJob(tracing, kind, attempt, counted) : counted();
      },
    };
  };
  return Object.fromEntries(
    kindsOf(workers).map((kind) => [kind, observed(kind)]),
  ) as unknown as JobWorkers<Service>;
}

const isDone = ({ again_at }: Outcome) => again_at === undefined;

/** The job's changes, and the jobs that it adds, belong to its trace too. */
const tracedJob = (tracing: Tracing, kind: JobKind, { traceparent }: Attempt, run: () => Promise<Outcome>) =>
  tracing.job(kind, traceparent, async () => {
    const { commit, ...outcome } = await run();
    return { ...outcome, ...(commit && { commit: tracing.bind(commit) }) };
  });

export const kindsOf = (workers: Readonly<Record<JobKind, unknown>>) => Object.keys(workers) as JobKind[];
