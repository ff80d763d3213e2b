/**
 * How many exchanges a host may have at once. A host that answers may have most; one that let an exchange run
 * out of time may have few until it answers again, so that a hanging host does not hold up the others for long.
 */
export interface PerHostLimit {
  /** Admits an exchange with a host. Undefined if it has as many as allowed. */
  admit(host: string): Exchange | undefined;
}

export interface Exchange {
  /** Call it when the exchange is over. `answered`: the host did not let the time run out. */
  end(answered: boolean): void;
}

/** How many hosts are remembered for hanging. */
const REMEMBERED_MAXIMUM = 10_000;

export function createPerHostLimit({
  answering,
  hanging,
}: {
  answering: number;
  hanging: number;
}): PerHostLimit {
  const running = new Map<string, number>();
  const hang = new Set<string>();
  return {
    admit(host) {
      const count = running.get(host) ?? 0;
      if (count >= (hang.has(host) ? hanging : answering)) return undefined;
      running.set(host, count + 1);
      return {
        end(answered) {
          const left = (running.get(host) ?? 1) - 1;
          if (left > 0) running.set(host, left);
          else running.delete(host);
          if (answered) hang.delete(host);
          else if (hang.size < REMEMBERED_MAXIMUM) hang.add(host);
        },
      };
    },
  };
}
