/** Each artifact of a release is installed in an empty folder and used like in the demo. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAgent } from "../support/agent.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "parley-installs-"));
const release = join(folder, "release");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  const words = ["scripts/release.mjs", "--untagged", "--to", release];
  execFileSync(process.execPath, words, { cwd: ROOT, stdio: "pipe" });
}, 600_000);

const fileLike = (ending: RegExp) => {
  const name = readdirSync(release).find((name) => ending.test(name));
  if (!name) throw new Error(`the release has no file like ${ending}: ${readdirSync(release)}`);
  return join(release, name);
};
const empty = (name: string) => {
  const place = join(folder, name);
  mkdirSync(place);
  return place;
};

function byNpm(name: string, ending: RegExp) {
  const place = empty(name);
  const words = ["install", "--prefix", place, "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", [...words, fileLike(ending)], { cwd: place, stdio: "pipe" });
  const fixtures = join(place, "node_modules/parley-cli/fixtures");
  return { program: join(place, "node_modules/.bin/parley"), fixtures };
}

/** Installs, and returns the program and the folder of sample files. */
const ways = {
  executable() {
    const place = empty("executable");
    execFileSync("tar", ["-xzf", fileLike(/-linux-.*\.tar\.gz$/), "--strip-components=1", "-C", place]);
    return { program: join(place, "parley"), fixtures: join(place, "fixtures") };
  },
  tarball: () => byNpm("tarball", /-[\d.]+\.tgz$/),
  "tarball of this platform": () =>
    byNpm("platform-tarball", new RegExp(`-${process.platform}-${process.arch}\\.tgz$`)),
  deb() {
    const place = empty("deb");
    execFileSync("dpkg-deb", ["-x", fileLike(/\.deb$/), place]);
    return { program: join(place, "usr/bin/parley"), fixtures: join(place, "usr/share/parley/fixtures") };
  },
};

describe.skipIf(process.platform !== "linux")("installed in an empty folder", () => {
  test.each(Object.entries(ways))(
    "the %s runs the demo's main steps",
    async (name, install) => {
      const { program, fixtures } = install();
      const home = empty(`${name}-home`);
      const agent = await startAgent();
      const env: Record<string, string> = { PATH: process.env["PATH"] ?? "", HOME: home };
      const run = async (...words: string[]) => {
        const child = spawn(program, words, { cwd: home, env });
        let stdout = "";
        let stderr = "";
        child.stdout.on("data", (chunk) => (stdout += chunk));
        child.stderr.on("data", (chunk) => (stderr += chunk));
        const [code] = await once(child, "close");
        return { code, stdout, stderr };
      };
      const flags = ["--port", "0", "--json", "--data", join(home, "data")];
      const service = spawn(program, ["serve", ...flags, "--seed", join(fixtures, "seed.yaml")], {
        cwd: home,
        env,
      });
      try {
        const [line] = await once(createInterface({ input: service.stdout }), "line");
        const { url, organizations } = JSON.parse(line);
        Object.assign(env, { PARLEY_BASE_URL: url, PARLEY_API_KEY: organizations[0].api_key });

        expect((await run("agents", "list", "--json", "--query", "[].id")).stdout).toContain("101");
        const help = await run("sim", "start", "--help");
        expect(help.stdout).toContain("Usage: parley sim start");
        const about = ["evaluate", "--agent", "101", "--start-time", "2026-11-01T09:00:00Z"];
        const evaluated = await run(
          ...about,
          ...["--recording", join(fixtures, "recordings/booking.wav")],
          ...["--transcript", join(fixtures, "recordings/booking.json")],
          ...["--metric-tag", "core", "--wait", "--allow-unevaluated"],
        );
        expect(evaluated).toMatchObject({ code: 0, stdout: expect.stringContaining("passed") });

        // Large enough to be read in a thread and evaluated in a separate process.
        const turns = Array.from({ length: 6000 }, (_, i) => ({
          start_offset_ms: i * 1000,
          end_offset_ms: i * 1000 + 900,
          speaker: i % 2 ? "USER" : "AGENT",
          utterance: i === 0 ? "Front desk, how can I help?" : `This is sentence ${i}.`,
        }));
        writeFileSync(join(home, "long.json"), JSON.stringify(turns));
        const wait = ["--metric-tag", "core", "--wait", "--allow-unevaluated"];
        const long = await run(...about, "--transcript", "long.json", ...wait);
        expect(long).toMatchObject({ code: 0, stderr: expect.not.stringContaining("evaluation_failed") });

        agent.says("I'm sorry, I can't help with that.", url, env["PARLEY_API_KEY"] ?? "");
        const body = JSON.stringify({ agent_id: 101, http_webhook: agent.webhook });
        expect((await run("api", "POST", "/v1/update-agent", "-d", body)).code).toBe(0);
        const started = await run("sim", "start", "7", "--json", "--query", "simulation_run_id");
        const waited = await run("sim", "wait", "7", "--run", JSON.parse(started.stdout), "--poll", "0.2");
        expect(waited.code, waited.stderr).toBe(9);
        expect((await fetch(`${url}/console/web.js`)).status).toBe(200);
      } finally {
        service.kill("SIGTERM");
        agent.close();
        expect((await once(service, "close"))[0]).toBe(0);
      }
    },
    240_000,
  );
});

describe("a release", () => {
  test("has a checksum for each of its files, and every checksum is right", () => {
    const lines = readFileSync(join(release, "SHA256SUMS"), "utf8").trim().split("\n");
    const listed = lines.map((line) => line.split("  ") as [string, string]);
    expect(listed.map(([, name]) => name).sort()).toEqual(
      readdirSync(release)
        .filter((name) => name !== "SHA256SUMS")
        .sort(),
    );
    for (const [sum, name] of listed)
      expect(
        createHash("sha256")
          .update(readFileSync(join(release, name)))
          .digest("hex"),
      ).toBe(sum);
  });

  test("lists its content: bundled libraries and dependencies, but no development tools", () => {
    const { components } = JSON.parse(readFileSync(fileLike(/\.cdx\.json$/), "utf8"));
    const names: string[] = components.map(({ purl }: { purl: string }) => purl);
    for (const name of ["ws", "zod", "hono", "%40photostructure/sqlite"])
      expect(names).toContainEqual(expect.stringMatching(`^pkg:npm/${name}@`));
    expect(names).not.toContainEqual(expect.stringMatching(/^pkg:npm\/vitest@/));
  });

  test("has a formula that pins the executable of this platform", () => {
    const formula = readFileSync(join(release, "parley.rb"), "utf8");
    const file = fileLike(/\.tar\.gz$/);
    const [, url = "", sum] = /url "([^"]+)"\n +sha256 "(\w+)"/.exec(formula) ?? [];
    expect(url.endsWith(file.slice(release.length))).toBe(true);
    expect(sum).toBe(createHash("sha256").update(readFileSync(file)).digest("hex"));
    // Homebrew allows at most 80 characters.
    expect(formula).toMatch(/desc "[^"]{20,79}\w"/);
    const ruby = spawnSync("ruby", ["-c", join(release, "parley.rb")]);
    if (ruby.error === undefined) expect(ruby.status).toBe(0);
  });

  test("is refused for a commit that does not have the version's tag", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, "scripts/release.mjs"), "--to", release],
      {
        cwd: ROOT,
        encoding: "utf8",
      },
    );
    const tags = execFileSync("git", ["tag", "--points-at", "HEAD"], { cwd: ROOT, encoding: "utf8" });
    if (!tags.includes("v"))
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("does not have the tag"),
      });
  });
});

describe.skipIf(process.platform !== "linux")("the .deb", () => {
  const inDeb = (file: string) =>
    execFileSync("sh", ["-c", `dpkg-deb --fsys-tarfile '${fileLike(/\.deb$/)}' | tar -xO './${file}'`]);

  test.skipIf(spawnSync("lintian", ["--version"]).error)(
    "has no errors and no warnings of lintian",
    () => {
      const { stdout, status } = spawnSync(
        "lintian",
        ["--no-cfg", "--fail-on", "error,warning", fileLike(/\.deb$/)],
        {
          encoding: "utf8",
        },
      );
      expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
    },
    120_000,
  );

  test("has a summary, a description, the licenses of all parts, and a changelog in Debian's format", () => {
    const description = execFileSync("dpkg-deb", ["--field", fileLike(/\.deb$/), "Description"], {
      encoding: "utf8",
    });
    const [summary = "", ...more] = description.trim().split("\n");
    expect(summary.length).toBeLessThan(80);
    expect(more.length).toBeGreaterThan(0);
    const doc = "usr/share/doc/parley";
    expect(inDeb(`${doc}/copyright`).toString()).toContain(`/${doc}/THIRD-PARTY.txt.gz`);
    expect(gunzipSync(inDeb(`${doc}/THIRD-PARTY.txt.gz`)).toString()).toContain("Apache License");
    expect(gunzipSync(inDeb(`${doc}/changelog.gz`)).toString()).toMatch(
      /^parley \([\w.~+-]+\) \w+; urgency=\w+\n\n( {2}\* .+\n)+\n -- .+ <.+> {2}\w{3}, \d+ \w{3} \d{4} [\d:]{8} [+-]\d{4}\n$/,
    );
  });

  test("has what is in the repository, readable by everyone, and nothing that a command wrote", () => {
    const listed = execFileSync("dpkg-deb", ["--contents", fileLike(/\.deb$/)], { encoding: "utf8" });
    const lines = listed.trim().split("\n");
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => !/^(?:-rw-r--r--|[-d]rwxr-xr-x) root\/root /.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes("/.parley/"))).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("the package for this platform", () => {
  test("takes at most 40 MB, installed with all that it depends on", () => {
    expect(sizeOf(join(folder, "platform-tarball/node_modules"))).toBeLessThanOrEqual(40_000_000);
  });
});

describe.skipIf(process.platform !== "linux")("the executable", () => {
  test("has at most 110 MB", () => {
    expect(statSync(join(folder, "executable/parley")).size).toBeLessThanOrEqual(110_000_000);
  });
});

const sizeOf = (place: string): number =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
