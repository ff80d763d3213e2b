// The licences of the libraries that went into the bundle: they ask to go with every copy.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

const isReadme = (file) => /^readme(?:\.md)?$/i.test(file);

/** The last chapter of a page, where it is about the licence. */
const licenceIn = (page) => /^#+ licen[cs]e\n([\s\S]+)$/im.exec(page)?.[1]?.trim() ?? [];

/** The texts of all named packages, each once. Throws where one has no licence file. */
export function notices(packages) {
  const texts = [...new Set(packages)].sort().map(noticeOf);
  return `This program holds the following libraries, each under its own licence.\n\n${texts.join("\n")}`;
}

function noticeOf(name) {
  const folder = join("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const read = (file) => readFileSync(join(folder, file), "utf8").trim();
  const files = readdirSync(folder);
  const licences = files.filter((file) => LICENCE_FILE.test(file));
  const texts =
    licences.length > 0 ? licences.map(read) : files.filter(isReadme).map(read).flatMap(licenceIn);
  if (texts.length === 0) throw new Error(`${name} says its licence in no file`);
  return `${"=".repeat(80)}\n${name} ${version} (${license})\n${"=".repeat(80)}\n\n${texts.join("\n\n")}\n`;
}
