import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pid } from "node:process";
import { expect, test } from "vitest";
import { makeSamplesFolder, removeLeftSamples } from "./samples.ts";

test("the samples of processes that are gone are removed, and no others", async () => {
  const root = await mkdtemp(join(tmpdir(), "parley-samples-"));
  try {
    const own = basename(await makeSamplesFolder(root));
    const made = async (name: string, age_ms: number) => {
      const path = await mkdtemp(join(root, name));
      await writeFile(join(path, "samples"), "said");
      const at = new Date(Date.now() - age_ms);
      await utimes(path, at, at);
      return basename(path);
    };
    const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(gone, "close");
    const at = own.slice(0, "parley-call-00000000-".length);
    const hour = 60 * 60_000;
    const left = [
      await made(`${at}${gone.pid}-`, 0),
      await made(`${at}${pid}-`, 30 * 24 * hour),
      await made("parley-call-", 3 * hour),
      await made("parley-call-0a1b2c3d-1-", 3 * hour),
    ];
    const kept = [
      own,
      await made(`${at}${process.ppid}-`, 3 * hour),
      await made("parley-call-", hour),
      await made("parley-call-0a1b2c3d-1-", hour),
      await made("parley-calls-", 3 * hour),
    ];
    expect((await readdir(root)).toSorted()).toEqual([...left, ...kept].toSorted());
    await removeLeftSamples(root);
    expect((await readdir(root)).toSorted()).toEqual(kept.toSorted());
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a folder that cannot be read changes nothing", async () => {
  await removeLeftSamples("/nowhere/at/all");
});
