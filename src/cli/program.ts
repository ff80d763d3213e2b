/** Parses a command line into a command and its input, with commander. */
import { Argument, Command as Commander, type CommanderError, Help, Option } from "commander";
import { Failure, usage } from "../lib/failure.ts";
import { aboutOf } from "./commands/about.ts";
import type { Arg, Command, Opt } from "./commands/command.ts";
import { type Globals, globalOptions } from "./commands/globals.ts";
import type { Parser } from "./commands/parsers.ts";
import { topics } from "./commands/topics.ts";
import { type Group, isGroup, type Leaf, type Tree } from "./commands/tree/node.ts";
import { sections, tree } from "./commands/tree.ts";
import { findCommand } from "./commands/walk.ts";
import { mergeFailures } from "./faults.ts";
import { nearest } from "./nearest.ts";

export interface Invocation {
  readonly globals: Globals;
  readonly command: Command;
  readonly input: Record<string, unknown>;
}

/** The result of parsing: a command to run, or text to print (help). */
export type Parsed = { readonly run: Invocation } | { readonly print: string };

export async function parse(line: readonly string[], version: string, columns: number): Promise<Parsed> {
  const topic = line[0] === "help" && line[1] !== undefined ? topics[line[1]] : undefined;
  if (topic) return { print: topic.text() };
  const argv = helpAsFlag(line);
  const words = findWords(argv);
  requireKnown(words);
  const refused: Failure[] = [];
  let invocation: Invocation | undefined;
  let printed = "";
  const output = {
    writeOut: (text: string) => (printed += text),
    writeErr: () => undefined,
    outputError: () => undefined,
  };
  const configure = (made: Commander) =>
    made
      .exitOverride()
      .configureOutput({ ...output, getOutHelpWidth: () => Math.min(columns, 110) })
      .configureHelp({ sortSubcommands: false, minWidthToWrap: 20, formatItem })
      .showHelpAfterError(false);

  const program = configure(new Commander("parley"));
  program
    .configureHelp({ ...program.configureHelp(), formatHelp: commandsFirst })
    .description("Test and monitor conversational agents")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .addHelpText("after", () => `\nHelp for a command: parley help <command>\n\nTopics:\n${topicList()}`);
  // After a command's name, --version belongs to the command: prompts and knowledge bases have versions.
  if (words.length === 0) program.version(version, "-V, --version", "print the version");
  for (const spec of Object.values<Opt<unknown>>(globalOptions)) program.addOption(toOption(spec, refused));
  const debugLevel = argv.filter((word) => word === "--debug").length;

  /** Gives a commander command the options and the action of a command's own file. */
  const equip = async (made: Commander, load: Leaf["load"]) => {
    const { command } = await load();
    describe(made, command, refused);
    made.action(() => {
      invocation = {
        command,
        globals: { ...read(program, globalOptions), debug_level: debugLevel } as unknown as Globals,
        input: { ...readArgs(made, command), ...read(made, command.options ?? {}) },
      };
    });
  };
  const grow = async (
    parent: Commander,
    children: Tree,
    [word, ...rest]: readonly string[],
  ): Promise<void> => {
    for (const [name, node] of Object.entries(children)) {
      // If a command is called, the others are not needed: only a group's own help names them.
      if (word !== undefined && word !== name) continue;
      const made = configure(parent.command(name).summary(node.summary).description(node.summary));
      if (parent === program) made.helpGroup(`${headingOf(name)}:`);
      if (word === undefined) continue;
      if (!isGroup(node)) {
        await equip(made, node.load);
        continue;
      }
      made.helpCommand(false);
      await grow(made, node.commands, rest);
      // If both the group and the command have an option, commander would assign it to the group, before it
      // sees the command's name.
      if (namesCommand(node, argv, rest[0])) continue;
      if (node.self) await equip(made, node.self);
      else
        made.usage("<command>").action(() => {
          throw new HelpWanted(made);
        });
    }
  };
  await grow(program, tree, words);

  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof HelpWanted) error.group.outputHelp();
    else if (!isCommanderError(error)) throw error;
    else if (error.code === "commander.help") return { print: program.helpInformation() };
    else if (error.exitCode !== 0)
      refused.push(usage(tidy(error.message), { hint: await hintFor(error, words) }));
  }
  const [first, ...others] = refused;
  if (first) throw mergeFailures([first, ...others]);
  return invocation ? { run: invocation } : { print: printed || program.helpInformation() };
}

/** The program's own help begins with what it can do. The options, which every command takes, come last. */
function commandsFirst(this: Help, command: Commander, helper: Help): string {
  const parts = Help.prototype.formatHelp.call(this, command, helper).trimEnd().split("\n\n");
  const isOptions = (part: string) => part.startsWith("Options:");
  return `${[...parts.filter((part) => !isOptions(part)), ...parts.filter(isOptions)].join("\n\n")}\n`;
}

/** If the terminal is narrower, the description goes below the option's name. */
const NARROWEST_TEXT = 40;

function formatItem(this: Help, term: string, termWidth: number, about: string, helper: Help): string {
  const width = this.helpWidth ?? 80;
  if (width - termWidth - 4 >= NARROWEST_TEXT || about === "")
    return Help.prototype.formatItem.call(this, term, termWidth, about, helper);
  return `  ${term}\n${helper.boxWrap(about, width - 6).replaceAll(/^/gm, "      ")}`;
}

/** The heading of one of the program's own commands in its help. */
const headingOf = (name: string) =>
  Object.keys(sections).find((heading) => Object.hasOwn(sections[heading] ?? {}, name));

class HelpWanted extends Error {
  readonly group: Commander;
  constructor(group: Commander) {
    super("help");
    this.group = group;
  }
}

const isCommanderError = (error: unknown): error is CommanderError =>
  error instanceof Error &&
  "exitCode" in error &&
  String((error as CommanderError).code).startsWith("commander.");

/** Reports an unknown name before anything else, even when help for it is requested. */
function requireKnown(words: readonly string[]): void {
  const { path, node, rest } = findCommand(words);
  const [unknown] = rest;
  if (unknown === undefined || (node && (!isGroup(node) || node.self))) return;
  throw unknownCommand([...path, unknown].join(" "), Object.keys(node ? node.commands : tree));
}

function unknownCommand(command: string, names: readonly string[]): Failure {
  const words = command.split(" ");
  const group = words.slice(0, -1);
  const near = nearest(words.at(-1) ?? "", names);
  return usage(`unknown command '${command}'`, {
    hint: near
      ? `did you mean \`parley ${[...group, near].join(" ")}\`?`
      : `run \`parley ${[...group, "--help"].join(" ")}\``,
  });
}

/** Who writes `--name Ann` where fields are given with `--set` learns that first. */
async function hintFor({ code, message }: CommanderError, words: readonly string[]): Promise<string> {
  const { path, node } = findCommand(words);
  const field = code === "commander.unknownOption" && /'--([a-z][a-z_-]{0,60})'/.exec(message)?.[1];
  const command = field && node && !isGroup(node) ? (await node.load()).command : undefined;
  const help = `run \`parley ${[...path, "--help"].join(" ")}\``;
  if (!field || !command?.options?.["set"]) return help;
  return `give fields with --set ${field.replaceAll("-", "_")}=<value>, or ${help}`;
}

/** Commander's message without its prefix. */
const tidy = (message: string) => message.replace(/^error: /, "").replace(/\n\(/, " (");

/** Whether the second word is a command of the group rather than the value of one of the group's own flags. */
function namesCommand({ commands }: Group, argv: readonly string[], word: string | undefined): boolean {
  if (word === undefined || !Object.hasOwn(commands, word)) return false;
  const before = argv[argv.indexOf(word) - 1] ?? "";
  return !before.startsWith("-") || flagsOf(Object.values(globalOptions)).includes(before);
}

/** Every spelling of the options. */
const flagsOf = (specs: readonly Opt<unknown>[]) =>
  specs.flatMap((spec) => spec.flags.split(/[ ,]+/).filter((part) => part.startsWith("-")));

/** The command names in a command line: the words that are neither flags nor values of global flags. */
function findWords(argv: readonly string[]): string[] {
  const takesValue = new Set(
    flagsOf(Object.values<Opt<unknown>>(globalOptions).filter((spec) => spec.flags.includes("<"))),
  );
  const words: string[] = [];
  for (let i = 0; i < argv.length && argv[i] !== "--"; i++) {
    const word = argv[i] ?? "";
    if (takesValue.has(word)) i++;
    else if (!word.startsWith("-")) words.push(word);
  }
  return words;
}

/** `parley help agents list` is the same as `parley agents list --help`; `parley` alone is `parley --help`. */
function helpAsFlag(line: readonly string[]): readonly string[] {
  if (findWords(line).length === 0 && line.every((word) => !word.startsWith("-"))) return ["--help"];
  return line[0] === "help" ? [...line.slice(1), "--help"] : line;
}

const topicList = () =>
  Object.entries(topics)
    .map(([name, { summary }]) => `  parley help ${name.padEnd(14)} ${summary}`)
    .join("\n");

function describe(made: Commander, command: Command, refused: Failure[]): void {
  const about = aboutOf(command);
  if (about) made.description(`${made.description()}\n\n${about}`);
  for (const spec of Object.values<Arg<unknown>>(command.args ?? {}))
    made.addArgument(toArgument(spec, refused));
  for (const spec of Object.values<Opt<unknown>>(command.options ?? {}))
    made.addOption(toOption(spec, refused));
  const examples = command.examples.map(([line, about]) => `  $ ${line}\n      ${about}`);
  made.addHelpText(
    "after",
    `\nExamples:\n${examples.join("\n")}\n\nOptions that every command takes: parley --help`,
  );
}

function toArgument(spec: Arg<unknown>, refused: Failure[]): Argument {
  const argument = new Argument(spec.syntax, spec.about);
  if (spec.parser.choices) argument.argChoices = [...spec.parser.choices];
  return argument.argParser(parser(spec.syntax, spec.parser, spec.syntax.includes("..."), refused));
}

function toOption(spec: Opt<unknown>, refused: Failure[]): Option {
  const option = new Option(spec.flags, spec.about);
  if (spec.parser?.choices) option.argChoices = [...spec.parser.choices];
  if (spec.parser)
    option.argParser(parser(option.long ?? spec.flags, spec.parser, spec.repeats === true, refused));
  if (spec.parser && spec.fallback !== undefined && !spec.repeats) option.default(spec.fallback);
  return option;
}

/** Commander makes an empty text of an option that is parsed as null. */
const NULL = Symbol("null");

/**
 * Collects a parser's error in `refused`, with the flag or argument that was invalid, so that all are reported at
 * once.
 */
function parser<T>(name: string, { parse: parseText }: Parser<T>, repeats: boolean, refused: Failure[]) {
  return (text: string, before: unknown) => {
    try {
      const value = parseText(text);
      if (repeats) return [...(Array.isArray(before) ? before : []), value];
      return value === null ? NULL : value;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push(usage(`${name} ${error.message}`, error.options));
      return before;
    }
  };
}

function read(made: Commander, specs: Readonly<Record<string, Opt<unknown>>>): Record<string, unknown> {
  const values = made.opts();
  const entries = Object.entries(specs).map(([key, spec]) => {
    const option = new Option(spec.flags);
    const value: unknown = values[option.attributeName()];
    if (value === NULL) return [key, null];
    return [key, option.negate ? value === false : (value ?? spec.fallback)];
  });
  return Object.fromEntries(entries);
}

function readArgs(made: Commander, { args = {} }: Command): Record<string, unknown> {
  return Object.fromEntries(Object.keys(args).map((key, i) => [key, made.processedArgs[i]]));
}
