import { Trouble } from "../trouble.ts";
import type { ProcessGroup } from "./group.ts";

export interface Limits {
  readonly ms: number;
  /** What to say if it takes longer. */
  readonly late: string;
  /** The process that has to answer. */
  readonly group: ProcessGroup;
  readonly signal: AbortSignal;
}

/** What a process answers. @throws Trouble if it is late, or if the process ends first */
export function inTime<T>(answered: Promise<T>, { ms, late, group, signal }: Limits): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const stop = () => fail(signal.reason);
    const timer = setTimeout(() => fail(new Trouble(late)), ms);
    signal.addEventListener("abort", stop, { once: true });
    void group.end.then((how) => fail(new Trouble(`the agent ${how}, instead of answering`)));
    answered.then((answer) => end(() => resolve(answer)), fail);
    if (signal.aborted) stop();
  });
}
