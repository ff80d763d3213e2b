export interface Isolation {
  /** Resolves when it is the job's turn, to a function to call at its end. */
  enter(alone: boolean): Promise<() => void>;
}

interface Waiting {
  readonly alone: boolean;
  readonly go: () => void;
}

/** Lets jobs run side by side, or one of them alone, in the order in which they arrive. */
export function createIsolation(): Isolation {
  const waiting: Waiting[] = [];
  let inside = 0;
  let is_alone = false;

  function admit(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (is_alone || (next.alone && inside > 0)) return;
      waiting.shift();
      inside += 1;
      is_alone = next.alone;
      next.go();
    }
  }

  function leave(): void {
    inside -= 1;
    is_alone = false;
    admit();
  }

  return {
    enter: (alone) =>
      new Promise((resolve) => {
        waiting.push({ alone, go: () => resolve(leave) });
        admit();
      }),
  };
}
