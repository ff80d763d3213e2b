/** Services over one database. From time to time, one is killed and another takes its place. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "./random.ts";
import type { Served } from "./served.ts";
import { type Calls, callsWith } from "./service.ts";

export class Fleet {
  readonly #start: () => Promise<Served>;
  readonly #random: Random;
  readonly #services: Served[] = [];
  kills = 0;

  constructor(start: () => Promise<Served>, random: Random) {
    this.#start = start;
    this.#random = random;
  }

  async grow(count: number): Promise<void> {
    this.#services.push(...(await Promise.all(Array.from({ length: count }, this.#start))));
  }

  /** One of the running services. */
  any(): Served {
    const service = this.#services[Math.floor(this.#random() * this.#services.length)];
    if (!service) throw new Error("no service runs");
    return service;
  }

  /** Kills one of them and starts another. */
  async replaceOne(): Promise<void> {
    const victim = this.any();
    this.#services.splice(this.#services.indexOf(victim), 1);
    await victim.stop("SIGKILL");
    this.kills++;
    await this.grow(1);
  }

  /** Sends SIGTERM to all. Resolves to their exit codes. */
  stop(): Promise<(number | null)[]> {
    return Promise.all(this.#services.splice(0).map((service) => service.stop("SIGTERM")));
  }

  /** Calls to any of them, without repetition. Undefined if the connection broke, as after a kill. */
  once(key: string): (...call: Parameters<Calls>) => Promise<Awaited<ReturnType<Calls>> | undefined> {
    return (...call) => callsWith(this.any().url, key)(...call).catch(() => undefined);
  }

  /** Calls to any of them until one has answered. Only for repeatable calls. */
  readonly patiently =
    (key: string): Calls =>
    async (...call) => {
      for (;;) {
        const reply = await this.once(key)(...call);
        if (reply) return reply;
        await sleep(20);
      }
    };
}
