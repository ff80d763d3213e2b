import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BINARY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);
const complete = async (...words: string[]) =>
  (await parley(["__complete", ...words])).stdout.split("\n").filter((line) => line !== "");

describe("completion", () => {
  test("offers groups, commands and topics", async () => {
    expect(await complete("ag")).toEqual(["agents"]);
    expect(await complete("agents", "l")).toEqual(["list"]);
    expect(await complete("help", "exit")).toEqual(["exit-codes"]);
    expect(await complete("")).toContain("serve");
  });

  test("offers a command's flags, those of every command, and the values of either", async () => {
    expect(await complete("agents", "list", "--mo")).toEqual(["--mode"]);
    expect(await complete("agents", "list", "--dry")).toEqual(["--dry-run"]);
    expect(await complete("agents", "list", "--mode", "")).toEqual(["VOICE", "TEXT"]);
    expect(await complete("--output", "js")).toEqual(["json", "jsonl"]);
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  test("offers stored profiles and the agents that were listed lately, and asks no service", async () => {
    const folder = join(parley.home, ".config", "parley");
    mkdirSync(folder, { recursive: true });
    const profile = { base_url: service.url(), api_key: "pk_1" };
    writeFileSync(
      join(folder, "config.json"),
      JSON.stringify({ profiles: { staging: profile, prod: profile } }),
    );
    expect(await complete("--profile", "st")).toEqual(["staging"]);

    expect(await complete("agents", "list", "--agent", "")).toEqual([]);
    service.answer({
      body: [
        { id: "101", name: "A" },
        { id: "202", name: "\x1b[2JB" },
      ],
    });
    await parley(["agents", "list"]);
    service.requests.length = 0;
    expect(await complete("metrics", "list", "--agent", "1")).toEqual(["101"]);
    expect(service.requests).toEqual([]);
  });

  test("prints no error for an invalid command line", async () => {
    const { code, stdout, stderr } = await parley(["__complete", "nope", "--what", ""]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("works in a real bash", () => {
    const bin = join(parley.home, "bin");
    mkdirSync(bin);
    symlinkSync(BINARY, join(bin, "parley"));
    const script = `source <(parley completion bash)
      COMP_WORDS=(parley agents list --mode T); COMP_CWORD=4; _parley; echo "\${COMPREPLY[@]}"`;
    const out = execFileSync("bash", ["-c", script], {
      encoding: "utf8",
      env: { HOME: parley.home, PATH: `${bin}:${process.env["PATH"]}` },
    });
    expect(out).toBe("TEXT\n");
  });
});
