/** Anyone may register a name, so nothing that people copy installs Parley by name: only files that were checked. */
import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const { name: published } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const files = execFileSync("git", ["ls-files", "-z", "--", ":!bench", ":!test", ":!package-lock.json"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => /(?:^|\/)[^/.]*$|\.(?:md|ya?ml|json|service|rb|sh|mjs|cjs|ts|html)$/.test(file))
  .filter((file) => lstatSync(join(root, file)).isFile());

/** The rest of a command that installs or runs a package. In lists of words, such as an MCP server's, too. */
const INSTALLS =
  /\b(?:npm"?,? "?(?:install|i|add|exec|ci|update)|npx|(?:pnpm|yarn|bun)"?,? "?(?:add|dlx|x|global add)|bunx|pipx? install|brew install|apt(?:-get)? install)\b([^`|;&\n]*)/g;

/** Words of install commands that are a name of Parley, and no file. */
function namesIn(text: string): string[] {
  const names = new RegExp(`^(?:--package=)?(?:@[\\w-]+/)?(?:parley|${published})(?:@[\\w.^~*-]*)?$`);
  return [...text.replaceAll("\\\n", " ").matchAll(INSTALLS)].flatMap(([, words = ""]) =>
    words
      .split(/[\s"',[\]()]+/)
      .map((word) => word.replace(/[.:]+$/, ""))
      .filter((word) => names.test(word)),
  );
}

describe("the search finds", () => {
  test.each([
    ["# after `npm install --global --omit=dev parley-cli`."],
    ["RUN npm i -g parley-cli@0.1.0 && true"],
    ["npx --yes parley-cli@latest --help"],
    ['{ "command": "npx", "args": ["-y", "parley-cli", "mcp"] }'],
    ["npm install \\\n  --global parley-cli"],
    ["brew install parley"],
    ["sudo apt install parley"],
    ["npm exec --package=parley-cli --call true"],
  ])("%s", (line) => {
    expect(namesIn(line)).toHaveLength(1);
  });

  test.each([
    ["npm install --global ./parley-cli-0.1.0-linux-x64.tgz"],
    ['npm install --global --prefix "$RUNNER_TEMP/parley" "$file"'],
    ["brew install --formula ./parley.rb"],
    ["sudo apt install ./parley_0.1.0_amd64.deb"],
    ['npm install --global "$(npm pack --silent)"'],
  ])("nothing in %s", (line) => {
    expect(namesIn(line)).toEqual([]);
  });
});

test("no file tells anyone to install Parley by name", () => {
  expect(files).toEqual(
    expect.arrayContaining([
      "README.md",
      "action.yml",
      "docs/install.md",
      "examples/hosting/Containerfile",
      "examples/hosting/parley.service",
      "scripts/release/formula.mjs",
      "templates/parley/template.yml",
    ]),
  );
  const named = files.flatMap((file) =>
    namesIn(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(named).toEqual([]);
});

test.each([
  "action.yml",
  "templates/parley/template.yml",
  "docs/first-ci-gate.md",
  "docs/install.md",
  "examples/hosting/parley.service",
])("%s checks the file before it installs it", (file) => {
  const text = readFileSync(join(root, file), "utf8");
  const installed = text.indexOf("npm install --global");
  const installedForRoot = text.indexOf("sudo npm install");
  const first = Math.min(...[installed, installedForRoot].filter((at) => at >= 0));
  const checked = /sha256sum [^\n]*--check/.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  expect(checked).toBeLessThan(first);
});
