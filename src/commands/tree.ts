/** The tree of commands: names and summaries. A command's own file is loaded when it is called. */
import type { Command } from "./command.ts";

export interface Leaf {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

export interface Group {
  readonly summary: string;
  readonly commands: Readonly<Record<string, Leaf>>;
}

export type Node = Leaf | Group;
export const isGroup = (node: Node): node is Group => "commands" in node;

export const tree: Readonly<Record<string, Node>> = {
  agents: {
    summary: "Agents of the organization",
    commands: {
      list: { summary: "List agents", load: () => import("./agents/list.ts") },
    },
  },
  serve: { summary: "Run the whole service on this machine", load: () => import("./serve.ts") },
};
