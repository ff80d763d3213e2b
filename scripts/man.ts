/** Manual pages from the tree of commands: one for the program, one per group or single command. Called by the build. */
import { aboutOf } from "../src/cli/commands/about.ts";
import type { Arg, Command, Opt } from "../src/cli/commands/command.ts";
import { globalOptions } from "../src/cli/commands/globals.ts";
import { topics } from "../src/cli/commands/topics.ts";
import { isGroup } from "../src/cli/commands/tree/node.ts";
import { sections, tree } from "../src/cli/commands/tree.ts";
import { everyNode } from "../src/cli/commands/walk.ts";

/** File name → roff source. */
export async function manPages(version: string): Promise<Record<string, string>> {
  const pages: Record<string, string> = { "parley.1": programPage(version) };
  for (const [name, node] of Object.entries(tree)) {
    const parts: string[] = [];
    for (const { path, node: part } of everyNode({ [name]: node })) {
      const load = isGroup(part) ? part.self : part.load;
      if (load) parts.push(...commandPart(path, part.summary, (await load()).command));
    }
    pages[`parley-${name}.1`] = page(`parley-${name}`, version, node.summary, [
      ...parts,
      section("SEE ALSO"),
      "parley(1)",
    ]);
  }
  return pages;
}

function programPage(version: string): string {
  return page("parley", version, "test and monitor conversational agents", [
    section("SYNOPSIS"),
    "\\fBparley\\fR [options] <command>",
    section("COMMANDS"),
    ...Object.entries(sections).flatMap(([heading, commands]) => [
      `.SS "${heading}"`,
      ...Object.entries(commands).flatMap(([name, { summary }]) => item(`parley ${name}`, summary)),
    ]),
    section("OPTIONS"),
    ...options(globalOptions),
    ...Object.entries(topics).flatMap(([name, topic]) => [
      section(name.replace("-", " ").toUpperCase()),
      ".nf",
      roff(topic.text().trimEnd()),
      ".fi",
    ]),
  ]);
}

function commandPart(words: readonly string[], summary: string, command: Command) {
  const { args = {}, options: own = {}, examples } = command;
  const about = aboutOf(command);
  const syntax = Object.values<Arg<unknown>>(args).map((spec) => spec.syntax);
  return [
    section(["parley", ...words, ...syntax].join(" ")),
    roff(`${summary}.${about ? `\n\n${about}` : ""}`),
    ...Object.values<Arg<unknown>>(args).flatMap((spec) => item(spec.syntax, spec.about)),
    ...options(own),
    ...examples.flatMap(([line, what]) => item(`$ ${line}`, what)),
  ];
}

const options = (specs: Readonly<Record<string, Opt<unknown>>>) =>
  Object.values(specs).flatMap(({ flags, about, parser }) =>
    item(flags, parser?.choices ? `${about} (${parser.choices.join(", ")})` : about),
  );

const page = (name: string, version: string, summary: string, body: readonly string[]) =>
  [
    `.TH "${name.toUpperCase()}" "1" "" "parley ${version}"`,
    section("NAME"),
    roff(`${name} - ${summary}`),
    ...body,
    "",
  ].join("\n");

const section = (title: string) => `.SH "${roff(title).replaceAll('"', "'")}"`;
const item = (term: string, text: string) => [".TP", `\\fB${roff(term)}\\fR`, roff(text)];

/**
 * Escapes text for roff: a leading dot or quote would be a request, and a bare hyphen would not copy as a
 * hyphen.
 */
const roff = (text: string) =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1")
    .replaceAll("\n\n", "\n.PP\n");
