/** Which store `parley admin` uses: the one that was named, and never silently another. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { startService } from "../support/served.ts";

const parley = useProgram();
const A = join(parley.home, "A");
/** Nothing answers there, so a command that works did not use it. */
const elsewhere = { PARLEY_DATABASE_URL: "postgres://parley:hidden@127.0.0.1:1/other" };
const usual = join(parley.home, ".local", "share", "parley", "service");

beforeAll(async () => {
  expect((await parley(["admin", "org", "create", "acme", "--data", A])).code).toBe(0);
});

describe("--data wins over PARLEY_DATABASE_URL", () => {
  test("in an export, which names the store", async () => {
    const { code, stderr } = await parley(["admin", "export", "a.jsonl", "--data", A], { env: elsewhere });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `store: ${A}\n` });
    expect(readFileSync(join(parley.home, "a.jsonl"), "utf8")).toContain('"acme"');
  });

  test("in an import", async () => {
    const B = join(parley.home, "B");
    const { code, stderr } = await parley(["admin", "import", "a.jsonl", "--data", B], { env: elsewhere });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`store: ${B}\n`);
    const { json } = await parley(["admin", "org", "list", "--json", "--data", B]);
    expect(json).toMatchObject([{ name: "acme" }]);
  });

  test("with --database-url, it is the folder of the recordings", async () => {
    const other = elsewhere.PARLEY_DATABASE_URL;
    const { code, stderr } = await parley(["admin", "org", "list", "--data", A, "--database-url", other]);
    expect(code).toBe(2);
    expect(stderr).toContain("store: the PostgreSQL database 127.0.0.1:1/other\n");
    expect(stderr).not.toContain("hidden");
  });

  test("`serve` refuses a folder with its own store if only the environment names a database", async () => {
    const { code, stderr } = await parley(["serve", "--port", "0", "--data", A], { env: elsewhere });
    expect(code).toBe(2);
    expect(stderr).toContain(`there is a store in ${A}, but PARLEY_DATABASE_URL names the PostgreSQL`);
    expect(stderr).not.toContain("hidden");
  });
});

describe("without a store named by anyone", () => {
  test.each([
    ["org create", ["org", "create", "acme"]],
    ["import", ["import", "a.jsonl"]],
    ["org list", ["org", "list"]],
  ])("%s makes none in the home folder", async (_, words) => {
    const { code, stderr } = await parley(["admin", ...words]);
    expect(code).toBe(5);
    expect(stderr).toContain(`no store in ${usual}`);
    expect(existsSync(usual)).toBe(false);
  });

  test("the one that `serve` made there is used and named, also with -q", async () => {
    const service = await startService(parley);
    await service.stop("SIGTERM");
    const { code, stderr } = await parley(["admin", "org", "create", "beta", "-q"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `store: ${usual}, the default; to use another, pass --data or --database-url\n`,
    });
  });
});
