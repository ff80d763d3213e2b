/** What the tree of commands is made of. A command's own file is loaded when the command is called. */
import type { Command } from "../command.ts";

export interface Leaf {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

export interface Group {
  readonly summary: string;
  readonly commands: Tree;
  /** What the group does if no command is given. */
  readonly self?: Leaf["load"];
}

export type Node = Leaf | Group;
export type Tree = Readonly<Record<string, Node>>;
export const isGroup = (node: Node): node is Group => "commands" in node;

/** One of the commands of a file that holds all of a noun. */
export const of =
  <N extends string>(name: N) =>
  (file: { readonly commands: Readonly<Record<N, Command>> }) => ({ command: file.commands[name] });
