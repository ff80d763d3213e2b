/** Malicious or faulty files for `parley admin import`. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { CREDENTIALS, type S3Store, startS3Store } from "../support/s3-store.ts";
import { startService } from "../support/served.ts";

const parley = useCli();
let header = "";
let rows: string[] = [];
let s3: S3Store;
beforeAll(async () => {
  const data = join(parley.home, "source");
  const service = await startService(parley, "--data", data);
  await service.stop("SIGTERM");
  const file = join(parley.home, "source.jsonl");
  expect((await parley(["admin", "export", file, "--data", data])).code).toBe(0);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  header = lines[0] ?? "";
  rows = lines.slice(1, -1);
  s3 = await startS3Store();
});
afterAll(() => s3.close());

/** An export of these lines with a correct checksum. */
function exported(lines: readonly string[]): string {
  const text = [header, ...lines, ""].join("\n");
  const count = (what: string) => lines.filter((line) => line.startsWith(`{"${what}":`)).length;
  const end = {
    rows: count("table"),
    recordings: count("recording"),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
  return `${text}${JSON.stringify({ end })}\n`;
}

let count = 0;
async function bring(content: string | Buffer, flags: readonly string[] = [], env = {}) {
  const name = `import-${++count}`;
  const data = join(parley.home, name);
  writeFileSync(join(parley.home, `${name}.jsonl`), content);
  const ran = await parley(["admin", "import", `${name}.jsonl`, "--data", data, ...flags], { env });
  expect(ran.stderr).not.toMatch(/fault of parley|\n\s+at /);
  const { code, stdout, stderr } = ran;
  return { code, stdout, stderr, data };
}

const row = (table: string, fields: object) => JSON.stringify({ table, row: fields });

/** Letters without a line end. They pack to no less than a fiftieth. */
const LETTERS = Buffer.concat(
  Array.from({ length: 2000 }, () =>
    Buffer.concat([randomBytes(16).toString("hex"), "a".repeat(500)].map(Buffer.from)),
  ),
);

test("an export with a right checksum is taken, as these tests make them", async () => {
  expect(await bring(exported(rows))).toMatchObject({ code: 0 });
});

describe("refused in words, with nothing imported,", () => {
  test.each<[string, () => string | Buffer, RegExp]>([
    ["is an empty file", () => "", /the file is empty/],
    ["are bytes of no meaning", () => Buffer.alloc(100_000, 0), /not? .*export of a store/],
    ["is JSON without end", () => `${header}\n${"[".repeat(5_000_000)}\n`, /line 2/],
    [
      "is a line that never ends, packed small",
      () =>
        gzipSync(Buffer.concat([Buffer.from(`${header}\n"`), Buffer.alloc(400_000_000, LETTERS)]), {
          level: 1,
        }),
      /longer than/,
    ],
    ["is a table that no store has", () => exported([row("sqlite_master", { name: "x" })]), /line 2/],
    [
      "is a column that no table has",
      () => exported([row("organization", { 'id") --': "x" })]),
      /line \d+: .*column/,
    ],
    [
      "is text where a number belongs",
      () => exported([...rows, row("agent", { id: "x" })]),
      /agent\.id has the wrong type/,
    ],
    [
      "is a number where text belongs",
      () => exported(rows.map((line) => line.replace(/"name":"[^"]*"/, '"name":7'))),
      /\.name has the wrong type/,
    ],
    [
      "is a row of an organization that is not there",
      () =>
        exported(
          rows.map((line) =>
            line.includes('"api_key"')
              ? line.replace(/"organization_id":"[^"]*"/, '"organization_id":"nobody"')
              : line,
          ),
        ),
      /FOREIGN KEY|foreign key/i,
    ],
    ["is the same row twice", () => exported([...rows, ...rows]), /UNIQUE|duplicate/i],
  ])(
    "%s",
    async (_, content, words) => {
      const { code, stdout, stderr, data } = await bring(content());
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(words);
      const service = await startService(parley, "--data", data);
      expect(service.organizations).toEqual([{ name: "local", api_key: expect.any(String) }]);
      await service.stop("SIGTERM");
    },
    60_000,
  );
});

test.each(["folder", "S3 store"])(
  "a recording whose name leads out of the %s is refused",
  async (place) => {
    const bytes = Buffer.from("not yours");
    const lines = (key: string) => [
      ...rows,
      JSON.stringify({ recording: key }),
      JSON.stringify({ bytes: bytes.toString("base64") }),
      JSON.stringify({ recording_sha256: createHash("sha256").update(bytes).digest("hex") }),
    ];
    const flags =
      place === "folder" ? [] : ["--blobs", `s3://calls/inner?endpoint=${s3.endpoint}&region=us-east-1`];
    const env = {
      AWS_ACCESS_KEY_ID: CREDENTIALS.access_key_id,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secret_access_key,
    };
    writeFileSync(join(parley.home, "own.part"), "mine");
    for (const key of ["../../own", "..", "../own", "a/b", `${parley.home}/own`]) {
      const { code, stderr } = await bring(exported(lines(key)), flags, env);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is not a valid key of a recording"),
      });
    }
    expect(readFileSync(join(parley.home, "own.part"), "utf8")).toBe("mine");
    expect([...s3.objects.keys()]).toEqual([]);
    expect(readdirSync(parley.home).filter((name) => name === "own")).toEqual([]);
    expect(existsSync(join(parley.home, "..", "own.part"))).toBe(false);
  },
  60_000,
);

describe("a small file that unpacks to a large export", () => {
  const organization = () =>
    JSON.parse(rows.find((line) => line.includes('"table":"organization"')) ?? "{}").row;
  /** 150 MB in a file of less than a fiftieth. */
  const bomb = () => {
    const more = Array.from({ length: 150 }, (_, at) =>
      row("organization", { ...organization(), id: `bomb-${at}`, name: `${at}${"a".repeat(1_000_000)}` }),
    );
    return gzipSync(exported([...more, ...rows]));
  };
  const bytesIn = (folder: string): number =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
      : 0;

  test("is refused before anything is written, and the refusal says what to do", async () => {
    const packed = bomb();
    expect(packed.length).toBeLessThan(1_000_000);
    const { code, stdout, stderr, data } = await bring(packed);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/unpacks to more than \d+ MB, over 100 times its own size/);
    expect(stderr).toContain("nothing was imported");
    expect(stderr).toContain("--max-unpacked-mb");
    expect(bytesIn(data)).toBe(0);
  });

  test("is refused from standard input too, and leaves nothing", async () => {
    const data = join(parley.home, "piped");
    const { code, stderr } = await parley(["admin", "import", "-", "--data", data], { stdin: bomb() });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unpacks to more than .*allow more with --max-unpacked-mb/),
    });
    const service = await startService(parley, "--data", data);
    expect(service.organizations).toEqual([{ name: "local", api_key: expect.any(String) }]);
    await service.stop("SIGTERM");
  });

  test("is taken with a limit that allows it, and refused with one that does not", async () => {
    const packed = bomb();
    expect(await bring(packed, ["--max-unpacked-mb", "100"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unpacks to more than 100 MB"),
    });
    expect(await bring(packed, ["--max-unpacked-mb", "200"])).toMatchObject({ code: 0 });
  });
});
