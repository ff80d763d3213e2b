/** The tree of commands: names and summaries. A command's own file is loaded when it is called. */
import type { Command } from "./command.ts";

export interface Leaf {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

export interface Group {
  readonly summary: string;
  readonly commands: Readonly<Record<string, Leaf>>;
  /** What the group's own name does where no command of it is named. */
  readonly self?: Leaf["load"];
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
  evaluate: {
    summary: "Submit finished calls and chats for evaluation",
    self: () => import("./evaluate/submit.ts"),
    commands: {
      show: { summary: "Show a submitted call", load: () => import("./evaluate/show.ts") },
    },
  },
  chat: {
    summary: "Speak as the agent in a running text simulation",
    load: () => import("./chat.ts"),
  },
  auth: {
    summary: "Profiles: base URL and API key",
    commands: {
      login: { summary: "Store a base URL and an API key", load: () => import("./auth/login.ts") },
      logout: { summary: "Forget a stored profile", load: () => import("./auth/logout.ts") },
      status: {
        summary: "Show what is in force, and whether it works",
        load: () => import("./auth/status.ts"),
      },
      list: { summary: "List the stored profiles", load: () => import("./auth/list.ts") },
      use: { summary: "Choose the profile in force", load: () => import("./auth/use.ts") },
    },
  },
  api: { summary: "Send any request to the service", load: () => import("./api.ts") },
  serve: { summary: "Run the whole service on this machine", load: () => import("./serve.ts") },
  completion: {
    summary: "Print a script that completes commands in your shell",
    load: () => import("./completion.ts"),
  },
  doctor: { summary: "Find what is wrong with the set-up", load: () => import("./doctor.ts") },
  schema: { summary: "Print a JSON Schema, or the OpenAPI document", load: () => import("./schema.ts") },
};
