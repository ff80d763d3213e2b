/** What coding agents read: skills, and a section of AGENTS.md. The texts are files of the package. */
import { readBuiltFile } from "../../lib/built-files.ts";

interface Texts {
  readonly guide: string;
  readonly skills: Readonly<Record<string, string>>;
}

/** Where agents look: the folder that most of them share, and Claude's own. */
const PLACES = [".agents/skills", ".claude/skills"];

const BEGIN = "<!-- parley: begin; `parley init --skills` writes what is between these marks -->";
const END = "<!-- parley: end -->";

const texts = (): Texts => JSON.parse(readBuiltFile("skills.json"));

/** The files of the skills, by their path in a project. */
export const skillFiles = (): Record<string, string> =>
  Object.fromEntries(
    PLACES.flatMap((place) =>
      Object.entries(texts().skills).map(([name, text]) => [`${place}/${name}/SKILL.md`, text] as const),
    ),
  );

/** The text of AGENTS.md including the section: it replaces an earlier section, or is added at the end. */
export function withSection(text: string): string {
  const section = `${BEGIN}\n${texts().guide}${END}\n`;
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END, from);
  if (from >= 0 && to >= 0)
    return text.slice(0, from) + section + text.slice(to + END.length).replace(/^\n/, "");
  return text === "" ? section : `${text.replace(/(?<!\n)\n*$/, "\n\n")}${section}`;
}
