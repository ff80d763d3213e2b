/** An untrusted repository in which a person runs commands with a key: what its files can and cannot do. */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { KEY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);
let repository = "";
let count = 0;
beforeEach(() => {
  repository = join(parley.home, `repository-${++count}`);
  mkdirSync(repository);
  service.answer({ body: [] });
});
const put = (name: string, text: string) => writeFileSync(join(repository, name), text);
const here = (args: readonly string[], env = {}) => parley(args, { cwd: repository, env });

describe("its parley.yaml", () => {
  test("sends no key of the environment to a service that it names", async () => {
    put("parley.yaml", "base_url: https://evil.invalid\n");
    const { code, stderr } = await here(["agents", "list"], { PARLEY_BASE_URL: undefined });
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(
        "the key was not sent to https://evil.invalid, which comes from a project file",
      ),
    });
    expect(stderr).not.toContain(KEY);
  });

  test("turns off neither TLS nor anything else: it has five keys", async () => {
    for (const key of [
      "insecure_http: true",
      "ca_file: x.pem",
      "proxy: http://evil.invalid",
      "command: rm",
    ]) {
      put("parley.yaml", `${key}\n`);
      expect(await here(["agents", "list"])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("unknown key"),
      });
    }
    expect(service.requests).toEqual([]);
  });

  test("has nothing written outside of its folder", async () => {
    put("parley.yaml", "journal_dir: ../../journals\n");
    expect(await here(["agents", "list"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("inside the project file's folder"),
    });
  });

  test("has no canary read from outside of its folder", async () => {
    writeFileSync(join(parley.home, "secret.jsonl"), '{"hunter2": true}\n');
    symlinkSync(join(parley.home, "secret.jsonl"), join(repository, "link.jsonl"));
    for (const file of ["../secret.jsonl", "link.jsonl", "../missing.jsonl"]) {
      put("parley.yaml", `canaries: { Tone: ${file} }\n`);
      const { code, stderr } = await here(["sim", "wait", "7"]);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("inside the folder of the project file"),
      });
      expect(stderr).not.toContain("hunter2");
    }
    expect(service.requests).toEqual([]);
  });

  test("is not followed to a file outside, which an error would reveal", async () => {
    const secret = join(parley.home, "credentials");
    writeFileSync(secret, "aws_secret_access_key: hunter2\n");
    symlinkSync(secret, join(repository, "parley.yaml"));
    const { code, stdout, stderr } = await here(["agents", "list"]);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toMatch(/aws_secret|hunter2/);
  });

  test.each([
    ["an alias without an anchor", "*nothing\n"],
    [
      "aliases that multiply",
      `a: &a [x]\n${[..."bcdefghij"].map((key, at) => `${key}: &${key} [${`*${"abcdefghij"[at]},`.repeat(9)}]`).join("\n")}\n`,
    ],
    ["a name of JavaScript", "__proto__: { base_url: https://evil.invalid }\nconstructor: x\n"],
    ["no mapping", "- base_url\n"],
  ])("with %s is refused in words", async (_, text) => {
    put("parley.yaml", text);
    const { code, stderr } = await here(["agents", "list"]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: /) });
    expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
  });
});

describe("its manifests", () => {
  const evaluations = (field: string) =>
    `kind: Evaluations\nevaluations:\n  - { agent_id: "101", start_time_utc: 2026-11-01T12:00:00Z, ${field} }\n`;

  test.each(["/etc/hostname", "../../../../../../etc/hostname", "link.json"])(
    "have no file read outside of their folder: %s",
    async (name) => {
      symlinkSync("/etc/hostname", join(repository, "link.json"));
      put("calls.yaml", evaluations(`transcript_file: ${name}`));
      const { code, stderr } = await here(["evaluate", "calls.yaml"]);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("outside the folder"),
      });
      expect(service.requests).toEqual([]);
    },
  );

  test("put variables of the environment only where they name them, and the key under no name", async () => {
    put("calls.yaml", evaluations("transcript: [], label: $" + "{PARLEY_API_KEY}"));
    const { stderr } = await here(["evaluate", "calls.yaml", "--dry-run"]);
    expect(stderr).toContain("PARLEY_API_KEY");
    expect(stderr).not.toContain(KEY);
    expect(service.requests).toEqual([]);
  });

  test("have journals written through no link", async () => {
    const elsewhere = join(parley.home, `elsewhere-${count}`);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(repository, ".parley"));
    put(
      "humans.yaml",
      "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A, intent: b, success_criteria: c }]\n",
    );
    service.answer({ body: { digital_humans: [] } });
    const { code, stderr } = await here(["dh", "apply", "-f", "humans.yaml", "--yes"]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("symbolic link") });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(service.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("run no command when they are checked, planned or applied dry", async () => {
    put("run.yaml", "kind: Script\nsteps:\n  - say: '$(touch owned)'\n  - say: '`touch owned`'\n");
    await here(["validate", "run.yaml"]);
    expect(existsSync(join(repository, "owned"))).toBe(false);
  });
});
