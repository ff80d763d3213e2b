// The licences of the bundled libraries, which must accompany every copy.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

const isReadme = (file) => /^readme(?:\.md)?$/i.test(file);

/** The last chapter of a page, if it is about the licence. */
const licenceIn = (page) => /^#+ licen[cs]e\n([\s\S]+)$/im.exec(page)?.[1]?.trim() ?? [];

/** The licence texts of all named packages, each text once. Throws if a package has no licence file. */
export function notices(packages) {
  /** The package with which a text was printed. */
  const printed = new Map();
  const texts = [...new Set(packages)].sort().map((name) => noticeOf(name, printed));
  return `This program holds the following libraries, each under its own licence.\n\n${texts.join("\n")}`;
}

/**
 * Licences which require that a distributed program says where the library's source is (MPL 2.0, section
 * 3.2).
 */
const ASKS_FOR_SOURCE = /\b(?:MPL|EPL|CDDL|LGPL)-/;

/** The page of a repository, from any notation in package.json: a git address, or owner/name. */
function sourceOf(repository) {
  const written = typeof repository === "object" ? repository?.url : repository;
  const path =
    /^(?:(?:git\+)?(?:git|ssh|https?):\/\/(?:git@)?github\.com\/|git@github\.com:|github:)?([\w.-]+\/[\w.-]+?)(?:\.git)?$/;
  const [, found] = path.exec(written ?? "") ?? [];
  return found && `https://github.com/${found}`;
}

/** Where the source of a library is, if its licence requires saying so. */
function sourceLines({ name, version, license, repository }) {
  const source = sourceOf(repository);
  if (!ASKS_FOR_SOURCE.test(license)) return source ? [`Source: ${source}`] : [];
  if (!source) throw new Error(`${name} (${license}) does not say where its source is`);
  return [
    `Source: ${source}`,
    `The source code form of ${name} ${version} is available at this address under the terms of the ${license}, which follow.`,
  ];
}

function noticeOf(name, printed) {
  const folder = join("node_modules", name);
  const { version, license, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const read = (file) => readFileSync(join(folder, file), "utf8").trim();
  const files = readdirSync(folder);
  const licences = files.filter((file) => LICENCE_FILE.test(file));
  const texts =
    licences.length > 0 ? licences.map(read) : files.filter(isReadme).map(read).flatMap(licenceIn);
  if (texts.length === 0) throw new Error(`${name} says its licence in no file`);
  const source = sourceLines({ name, version, license, repository });
  const shown = texts.map((text) => {
    const other = printed.get(text);
    if (other === undefined) printed.set(text, name);
    return other === undefined ? text : `Its licence has the same words as that of ${other}, above.`;
  });
  return `${"=".repeat(80)}\n${name} ${version} (${license})\n${"=".repeat(80)}\n${source.map((line) => `${line}\n`).join("")}\n${shown.join("\n\n")}\n`;
}
