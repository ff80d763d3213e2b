/** What a person types in a conversation: a message, or a command that begins with a slash. */
import { isObject } from "../../contract/is-object.ts";
import { parseJson } from "../../contract/json.ts";
import { usage } from "../../lib/failure.ts";
import { suggestion } from "../nearest.ts";

export type Action =
  | { readonly act: "say"; readonly text: string; readonly end_turn: boolean }
  | {
      readonly act: "tool";
      readonly name: string;
      readonly parameters: Readonly<Record<string, unknown>> | null;
      readonly output: unknown;
    }
  /** With a last message, if there is one. */
  | { readonly act: "end"; readonly text: string }
  | { readonly act: "save"; readonly file: string }
  | { readonly act: "flush" | "undo" | "retry" | "history" | "who" | "help" };

/** Every command, with its syntax and its effect. */
const COMMANDS = {
  tool: ["/tool name {json} [=> output]", "log a tool call"],
  stack: ["/stack message", "send a message that is only part of your turn"],
  flush: ["/flush", "end your turn: the caller answers the stacked messages"],
  undo: ["/undo", "restart without your last turn, with the same seed"],
  end: ["/end [message]", "end the conversation and have it evaluated"],
  retry: ["/retry", "resend what could not be sent, with the same id"],
  history: ["/history", "show what was said so far"],
  save: ["/save file", "write the transcript; as JSON if the name ends with .json"],
  who: ["/who", "show who the caller is"],
  help: ["/help", "show this help"],
} as const;

type Name = keyof typeof COMMANDS;
const names = Object.keys(COMMANDS) as Name[];

/** @throws Failure (usage) for an unknown command or a missing argument */
export function parseCommand(line: string): Action {
  const [, name, rest = ""] = /^\/([^\s/]*)(?:\s+([\s\S]*))?$/.exec(line) ?? [];
  // `//` starts a message that begins with a slash.
  if (name === undefined) return { act: "say", text: line.replace(/^\/\//, "/"), end_turn: true };
  if (!isName(name))
    throw usage(`unknown command /${name}${suggestion(name, names)}`, {
      hint: "/help lists the commands; to send a message that begins with a slash, type two",
    });
  const text = rest.trim();
  switch (name) {
    case "stack":
      return { act: "say", text: need(name, text), end_turn: false };
    case "tool":
      return parseTool(need(name, text));
    case "end":
      return { act: "end", text };
    case "save":
      return { act: "save", file: need(name, text) };
    default:
      return { act: name };
  }
}

/** The commands as help text. */
export function commandHelp(): string {
  const rows = names.map((name) => COMMANDS[name]);
  const width = Math.max(...rows.map(([syntax]) => syntax.length));
  return [
    ...rows.map(([syntax, about]) => `  ${syntax.padEnd(width)}  ${about}`),
    "",
    '  Each line is a message. """ begins and ends a message of several lines; Alt-Enter starts a new line.',
    "  Ctrl-C drops the line; pressed twice, it leaves. Ctrl-D leaves, and the conversation continues.",
  ].join("\n");
}

/** Completions of the last word: commands, and after /tool the names of tools. */
export function completions(line: string, tools: Iterable<string>): string[] {
  const [, begun] = /^\/tool\s+(\S*)$/.exec(line) ?? [];
  if (begun !== undefined)
    return [...tools].filter((tool) => tool.startsWith(begun)).map((tool) => `/tool ${tool} `);
  return names.map((name) => `/${name}`).filter((name) => name.startsWith(line) && line !== "");
}

const isName = (name: string): name is Name => Object.hasOwn(COMMANDS, name);

function need(name: Name, text: string): string {
  if (text === "") throw usage(`/${name} needs an argument`, { hint: COMMANDS[name][0] });
  return text;
}

/** `name {json} => output`. An arrow inside a JSON string does not count. */
function parseTool(text: string): Action {
  const [, name = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  if (rest === "") return { act: "tool", name, parameters: null, output: null };
  for (let at = rest.indexOf("=>"); ; at = rest.indexOf("=>", at + 2)) {
    const before = (at === -1 ? rest : rest.slice(0, at)).trim();
    const parameters = before === "" ? null : parseJson(before);
    if (parameters === null || isObject(parameters))
      return {
        act: "tool",
        name,
        parameters,
        output: at === -1 ? null : toOutput(rest.slice(at + 2).trim()),
      };
    if (at === -1)
      throw usage(`the parameters of ${name} are not a valid JSON object: ${before}`, {
        hint: COMMANDS.tool[0],
      });
  }
}

/** JSON, or plain text. */
const toOutput = (text: string): unknown =>
  text === "" ? null : (parseJson(text) ?? (text === "null" ? null : text));
