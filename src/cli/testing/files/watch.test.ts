import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Watched, watchFiles } from "./watch.ts";

const root = mkdtempSync(join(tmpdir(), "parley-watch-"));
let watched: Watched | undefined;
afterEach(() => {
  watched?.close();
  rmSync(root, { recursive: true, force: true });
});

/** Waits for the next change, or fails. */
const next = () => watched?.next(AbortSignal.timeout(30_000));

test("a change in the moment before it waits is not lost, nor one in a folder that is new or made again", async () => {
  mkdirSync(root, { recursive: true });
  watched = watchFiles([root]);
  for (let time = 0; time < 5; time++) {
    watched.work();
    writeFileSync(join(root, "agent.mjs"), String(time));
    expect(await next()).toBe(join(root, "agent.mjs"));
  }
  for (let time = 0; time < 2; time++) {
    mkdirSync(join(root, "lib"));
    expect(await next()).toBe(join(root, "lib"));
    // What is new is watched from the next wait on.
    const waiting = next();
    writeFileSync(join(root, "lib/tools.mjs"), String(time));
    expect(await waiting).toBe(join(root, "lib/tools.mjs"));
    rmSync(join(root, "lib"), { recursive: true });
    expect(await next()).toMatch(/lib/);
  }
});
