/** What is published, and from what. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const json = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const manifest = json("package.json");

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly dev?: true;
  readonly link?: true;
}
const { packages } = json("package-lock.json") as { packages: Record<string, Locked> };

describe("the lockfile", () => {
  test("is of this manifest: same dependencies, same versions", () => {
    const { dependencies, devDependencies } = packages[""] as unknown as typeof manifest;
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  });

  test("takes every package from the registry, none from a URL or a folder, with the hash of its content", () => {
    for (const [path, { resolved, integrity, link }] of Object.entries(packages)) {
      if (path === "" || link) continue;
      // .npmrc leaves it out, so that a mirror can serve it. Then the current registry is used.
      expect(resolved ?? "https://registry.npmjs.org/", path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
      expect(integrity, path).toMatch(/^sha512-/);
    }
  });

  test("has only one package with an install script that users install: the database, which looks for its binary", () => {
    const scripted = Object.entries(packages).filter(
      ([, { hasInstallScript, dev }]) => hasInstallScript && !dev,
    );
    expect(scripted.map(([path]) => path)).toEqual(["node_modules/@photostructure/sqlite"]);
  });
});

describe("the manifest", () => {
  test("names exact versions, so that an update is a change that is seen", () => {
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/);
  });

  test("runs nothing when it is installed", () => {
    for (const name of ["preinstall", "install", "postinstall", "prepare"])
      expect(manifest.scripts).not.toHaveProperty(name);
  });
});

test("the licence of every library in the bundle is in the bundle's folder", () => {
  const libraries = Object.values(json("dist/libraries.json") as Record<string, string[]>).flat();
  expect(libraries).toContain("zod");
  const notices = readFileSync(join(root, "dist/THIRD-PARTY.txt"), "utf8").split(/^=+$/m);
  for (const name of new Set(libraries)) {
    const heading = notices.findIndex((text) => text.trim().startsWith(`${name} `));
    expect(notices[heading], name).toMatch(
      /\((?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|MIT OR Apache-2\.0|BlueOak-1\.0\.0)\)/,
    );
    expect(notices[heading + 1], name).toMatch(/copyright|licen[cs]e/i);
    // Some licences require distributors to say where the source is.
    if (/\((?:MPL|EPL|CDDL|LGPL)-/.test(notices[heading] ?? ""))
      expect(notices[heading + 1], name).toMatch(
        /^\s*Source: https:\/\/\S+\nThe source code form of \S+ \S+ is available at this address/,
      );
  }
});

test("the lockfile is enough for a bill of materials: every library, with version and licence", () => {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const bill = JSON.parse(
    execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  const named = new Set(bill.components.map(({ name }: { name: string }) => name));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(named).toContain(name);
});

test("the tarball contains the program, its manual, examples and papers, and nothing else", () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const packed = JSON.parse(
    execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  // An array. With newer npm, an object by package name.
  const [{ files }] = Object.values(packed) as [{ files: { path: string; mode: number }[] }];
  const paths = files.map(({ path }) => path);
  const expected = [
    "package.json",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "SECURITY.md",
    "bin/parley.js",
    "action.yml",
  ];
  expect(paths).toContain("dist/THIRD-PARTY.txt");
  expect(paths).toEqual(expect.arrayContaining(expected));
  const folders = /^(?:bin|dist|man|fixtures|docs|examples|clients|templates)\//;
  expect(paths.filter((path) => !folders.test(path) && !expected.includes(path))).toEqual([]);
  const unwanted =
    /(?:^|\/)(?:\.env|\.npmrc|\.git|node_modules|coverage|test)(?:\/|$)|(?<!\.d)\.(?:test\.\w+|tsx?|pem|key|db|log|jsonl|tgz)$/;
  expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
});
