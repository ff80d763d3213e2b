/** An agent with a process for each conversation, one after the other: they share a port. */
import { setTimeout as sleep } from "node:timers/promises";
import { Trouble } from "../trouble.ts";
import type { ProcessGroup } from "./group.ts";

/** How long a conversation that is over may keep its process. */
const LEAVING_MS = 5000;

export class Processes {
  readonly #start: () => Promise<ProcessGroup>;
  /** A process that has had no conversation yet. */
  #fresh: Promise<ProcessGroup> | undefined;
  readonly #running = new Map<ProcessGroup, () => void>();
  /** Every process that was taken has ended. */
  #left: Promise<unknown> = Promise.resolve();
  /** Conversations take their processes in turn. */
  #taken: Promise<unknown> = Promise.resolve();
  #tail: () => string[] = () => [];
  #is_stopped = false;

  /** @param start resolves once the agent is ready. Rejects with a Trouble if it does not get ready */
  constructor(start: () => Promise<ProcessGroup>) {
    this.#start = start;
  }

  /** Starts the process of the next conversation, if the last one leaves. @throws Trouble if it does not become ready */
  async ready(): Promise<void> {
    const left = this.#left.then(() => true);
    if (this.#fresh || (await Promise.race([left, sleep(LEAVING_MS, false, { ref: false })])))
      await this.#next();
  }

  /** The process of a conversation. @throws Trouble if it does not become ready */
  begin(): Promise<ProcessGroup> {
    const taken = this.#taken.then(() => this.#take());
    this.#taken = taken.catch(() => undefined);
    return taken;
  }

  /** A conversation is over. Resolves when its process has ended. */
  async end(group: ProcessGroup): Promise<void> {
    await group.stop();
    this.#running.get(group)?.();
    this.#running.delete(group);
  }

  /** The last lines of output of the process that was started last. */
  tail = (): string[] => this.#tail();

  async stop(): Promise<void> {
    this.#is_stopped = true;
    const fresh = await this.#fresh?.catch(() => undefined);
    await Promise.all([...this.#running.keys(), ...(fresh ? [fresh] : [])].map((group) => this.end(group)));
  }

  async #take(): Promise<ProcessGroup> {
    if (!this.#fresh) await this.#left;
    const group = await this.#next();
    this.#fresh = undefined;
    const left = new Promise<void>((resolve) => this.#running.set(group, resolve));
    this.#left = Promise.all([this.#left, left]);
    if (!this.#is_stopped) return group;
    await this.end(group);
    throw new Trouble("the agent was stopped");
  }

  #next(): Promise<ProcessGroup> {
    this.#fresh ??= this.#started();
    return this.#fresh;
  }

  async #started(): Promise<ProcessGroup> {
    try {
      const group = await this.#start();
      this.#tail = () => group.tail();
      if (!this.#is_stopped) return group;
      await group.stop();
      throw new Trouble("the agent was stopped");
    } catch (error) {
      this.#fresh = undefined;
      if (error instanceof Trouble) this.#tail = () => [...error.output];
      throw error;
    }
  }
}
