/** Kills `parley test` at random moments, with agents that start others and ignore polite signals. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Cli } from "../support/cli.ts";
import { processesWith } from "../support/leftovers.ts";
import { BOB, freePort, type useFolder } from "../support/testing.ts";

/** It ignores SIGTERM, and so does what it has started. */
const STUBBORN = (mark: string, agents: string) =>
  `trap '' TERM INT HUP; (trap '' TERM INT HUP; sleep 300 # ${mark}\n) & node ${agents}/order-desk.mjs well; wait`;

const locksIn = (folder: string) =>
  readdirSync(folder, { recursive: true }).filter((name) => /\.(?:lock|pid|sock)$/.test(String(name)));

export async function killAtRandom(
  parley: Cli,
  files: ReturnType<typeof useFolder>,
  { times, agents, signals }: { times: number; agents: string; signals: readonly NodeJS.Signals[] },
): Promise<void> {
  for (let time = 0; time < times; time++) {
    const mark = `parley-mark-${randomUUID()}`;
    const port = await freePort();
    const ways = [
      {
        command: STUBBORN(mark, agents),
        http: `http://127.0.0.1:${port}/`,
        env: { AGENT_PORT: String(port), MARK: mark },
      },
      { command: `MARK=${mark} python3 ${agents}/order-desk.py`, stdio: true, env: { MARK: mark } },
      { command: "sleep 300", stdio: true, env: { MARK: mark } },
    ];
    const callers = Array.from({ length: 20 }, (_, number) => ({ ...BOB, name: `Bob ${number}` }));
    const cwd = files.write(ways[time % ways.length], callers);
    const child = parley.start(["test", "--repeat", "5"], { cwd });
    const ended = once(child, "exit");
    await Promise.race([ended, sleep(150 + Math.random() * 1500)]);
    const signal = signals[time % signals.length] ?? "SIGKILL";
    child.kill(signal);
    await ended;
    await expect
      .poll(() => processesWith(mark), { timeout: 15_000, message: `${signal}, ${time}` })
      .toEqual([]);
    // Nothing that was left behind stops the next run in the folder.
    if (time % ways.length === 1)
      expect(await parley(["test", "-t", "Bob 7"], { cwd }), `${signal}, ${time}`).toMatchObject({ code: 0 });
    expect(locksIn(cwd)).toEqual([]);
  }
}
