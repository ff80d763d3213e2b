/**
 * The first minutes of `npm run soak`: a service closes everything that it opens, and its change log is
 * written back.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

test("descriptors return and the WAL stays small under mixed load", () => {
  const script = resolve(import.meta.dirname, "../../scripts/soak.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--load-minutes", "4"], {
    encoding: "utf8",
  });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^4 minutes of load \(2\d\d operations\)/m);
  expect(stdout).toMatch(/^ok {4}descriptors/m);
  expect(stdout).toMatch(/^ok {4}wal/m);
}, 180_000);

test("under hostile load next to a team's, nothing restarts, every request is answered, and memory stays", () => {
  const script = resolve(import.meta.dirname, "../../scripts/soak.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [script, "--hostile", "--minutes", "1"], {
    encoding: "utf8",
  });
  // How fast /healthz answers depends on the machine. `npm run soak -- --hostile` measures it.
  for (const held of ["heap_growth", "restarts", "unanswered"])
    expect(stdout, stdout + stderr).toMatch(new RegExp(`^ok {4}${held}`, "m"));
  expect(stdout).toMatch(/^calls {8}[1-9]\d* of the team beside [1-9]\d* hostile ones/m);
}, 300_000);

test("conversations at once each have a world of their own, and every call is answered from it", () => {
  const script = resolve(import.meta.dirname, "../../scripts/soak.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [script, "--worlds", "20", "--minutes", "0.05"], {
    encoding: "utf8",
  });
  expect(stdout, stdout + stderr).toMatch(/^[1-9]\d* conversations, 20 at once, with [1-9]\d* calls/m);
  for (const held of ["wrong", "unanswered"])
    expect(stdout, stdout).toMatch(new RegExp(`^ok {4}${held}`, "m"));
}, 180_000);
