/** What coding agents read: skills, and a section of AGENTS.md. The texts are files of the package. */
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL(
  import.meta.url.endsWith(".ts") ? "../../examples/skills/" : "../examples/skills/",
  import.meta.url,
);
/** Where agents look: the place that most of them share, and Claude's own. */
const PLACES = [".agents/skills", ".claude/skills"];

const BEGIN = "<!-- parley: begin; `parley init --skills` writes what stands between these marks -->";
const END = "<!-- parley: end -->";

const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

/** Files of the skills, by their path in a project. */
export function skillFiles(): Record<string, string> {
  const names = readdirSync(FOLDER).filter((name) => !name.includes("."));
  return Object.fromEntries(
    PLACES.flatMap((place) =>
      names.map((name) => [`${place}/${name}/SKILL.md`, textOf(`${name}/SKILL.md`)] as const),
    ),
  );
}

/** The text of AGENTS.md with the section in it: in the place of an earlier one, or else at the end. */
export function withSection(text: string): string {
  const section = `${BEGIN}\n${textOf("AGENTS.md")}${END}\n`;
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END, from);
  if (from >= 0 && to >= 0)
    return text.slice(0, from) + section + text.slice(to + END.length).replace(/^\n/, "");
  return text === "" ? section : `${text.replace(/\n*$/, "\n\n")}${section}`;
}
