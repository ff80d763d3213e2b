/** Processes that die and disks that forget, simulated in one process. */
import { parseJournal } from "../../src/cli/bulk/entries.ts";
import type { Random } from "./random.ts";

/** A process that dies after this many steps. What it is still waiting for never arrives. */
export function mortal(random: Random, steps: number) {
  let left = steps;
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const never = new Promise<never>(() => undefined);
  return {
    /** Resolves when it dies. */
    death,
    get isDead() {
      return left <= 0;
    },
    /** Lets others go first, a random number of times. */
    async step(): Promise<void> {
      for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve();
      if (--left > 0) return;
      died();
      await never;
    },
  };
}
export type Process = ReturnType<typeof mortal>;

/** A disk: synced data survives a crash, and a random part of the rest. */
export class Disk {
  #written = "";
  #synced = 0;

  handle(life: Process) {
    return {
      appendFile: async (text: string) => {
        await life.step();
        this.#written += text;
      },
      datasync: async () => {
        const length = this.#written.length;
        await life.step();
        this.#synced = length;
      },
      close: async () => undefined,
    };
  }

  /** What the next process finds, without an incomplete end. */
  recover(random: Random) {
    const kept = this.#synced + Math.floor(random() * (this.#written.length - this.#synced + 1));
    const content = new TextEncoder().encode(this.#written.slice(0, kept));
    const { state, whole_bytes } = parseJournal(content, "journal");
    this.#written = this.#written.slice(0, whole_bytes);
    this.#synced = whole_bytes;
    return state;
  }
}
