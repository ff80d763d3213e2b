/** Whether a service answers others while it works on a case. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const BARE = join(import.meta.dirname, "../../scripts/soak/bare.mjs");
const PAUSE_MS = 5;

/** By how much a service may be later to answer others than a process that does nothing else. */
export const LATE_MS = 50;

interface Watched {
  readonly url: string;
  readonly pid: number;
}

export interface HealthWatch {
  /**
   * Does the work, and asks for `/healthz` meanwhile. At the same moments it asks a process that does nothing but
   * answer. What takes that one longer is the machine, not the service.
   * @param service whether it got a processor at once is the machine's as well
   * @returns the result of the work, and by how many milliseconds the service was later than the other, at most
   */
  beside<T>(
    service: Watched,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly late_ms: number }>;
  close(): Promise<void>;
}

export async function watchHealth(): Promise<HealthWatch> {
  const bare = fork(BARE, { execArgv: [] });
  const [other] = (await once(bare, "message")) as [string];
  const agent = new Agent({ keepAlive: true });
  const trip = (url: string) => tripMs(url, agent);
  return {
    async beside({ url, pid }, work) {
      let isDone = false;
      let late_ms = 0;
      const watching = async () => {
        while (!isDone) {
          const waited_before = waitedMs(pid);
          const [service, alone] = await Promise.all([trip(`${url}/healthz`), trip(other)]);
          late_ms = Math.max(late_ms, service - alone - (waitedMs(pid) - waited_before));
          if (!isDone) await wait(PAUSE_MS);
        }
      };
      const watch = watching();
      try {
        const result = await work();
        isDone = true;
        await watch;
        return { result, late_ms: Math.round(late_ms) };
      } finally {
        isDone = true;
      }
    },
    async close() {
      agent.destroy();
      await closed(bare);
    },
  };
}

/** How often the work is done before it counts that others had to wait: a busy machine delays any answer. */
const TRIES = 3;

/**
 * Does the work, and again if others had to wait for an answer.
 * @throws if they had to wait each time
 */
export async function inTime<T>(watch: HealthWatch, service: Watched, work: () => Promise<T>): Promise<T> {
  const late: number[] = [];
  for (;;) {
    const { result, late_ms } = await watch.beside(service, work);
    if (late_ms <= LATE_MS) return result;
    late.push(late_ms);
    if (late.length === TRIES) throw new Error(`/healthz answered late each time: by ${late.join(", ")} ms`);
  }
}

async function closed(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}

/** For how long a process's main thread could have worked, but had no processor. Zero if the system does not tell. */
function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

const tripMs = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const asked = performance.now();
    get(url, { agent }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - asked);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).once("error", reject);
  });
