import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram } from "./find-program.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-path-"));
  for (const name of ["a", "b", "c"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "a", "tool"), "not executable");
  await mkdir(join(folder, "b", "tool"));
  await writeFile(join(folder, "c", "tool"), "#!/bin/sh\n");
  await chmod(join(folder, "c", "tool"), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const path = (...folders: string[]) => ({
  PATH: folders.map((name) => name && join(folder, name)).join(":"),
});

test("the first executable file on the path is the program", async () => {
  expect(await findProgram("tool", path("a", "b", "", "c"), "linux")).toBe(join(folder, "c", "tool"));
});

test("there may be none", async () => {
  expect(await findProgram("tool", path("a", "b"), "linux")).toBeUndefined();
  expect(await findProgram("tool", {}, "linux")).toBeUndefined();
});
