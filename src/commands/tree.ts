/** The tree of commands: names and summaries. A command's own file is loaded when it is called. */
import type { Command } from "./command.ts";

export interface Leaf {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

export interface Group {
  readonly summary: string;
  readonly commands: Tree;
  /** What the group's own name does without a command. */
  readonly self?: Leaf["load"];
}

export type Node = Leaf | Group;
export type Tree = Readonly<Record<string, Node>>;
export const isGroup = (node: Node): node is Group => "commands" in node;

/** Headings of the commands in the program's own help, in this order. */
type Heading = "Test agents" | "Monitor calls" | "Release versions" | "Run the service" | "Set up";

type Root = Readonly<Record<string, Node & { readonly heading: Heading }>>;

export const tree: Root = {
  agents: {
    heading: "Test agents",
    summary: "The organization's agents",
    commands: {
      list: { summary: "List agents", load: () => import("./agents/list.ts") },
      show: { summary: "Show an agent", load: () => import("./agents/show.ts") },
      find: { summary: "Show the agent with an external id", load: () => import("./agents/find.ts") },
      create: { summary: "Create an agent", load: () => import("./agents/create.ts") },
      update: { summary: "Change fields of an agent", load: () => import("./agents/update.ts") },
      delete: { summary: "Delete an unused agent", load: () => import("./agents/delete.ts") },
    },
  },
  folders: {
    heading: "Test agents",
    summary: "Folders, which agents are kept in",
    commands: {
      list: { summary: "List folders", load: () => import("./folders/list.ts") },
      agents: { summary: "List the agents in a folder", load: () => import("./folders/agents.ts") },
      create: { summary: "Create a folder", load: () => import("./folders/create.ts") },
      rename: { summary: "Rename a folder", load: () => import("./folders/rename.ts") },
      move: { summary: "Put an agent into a folder", load: () => import("./folders/move.ts") },
      delete: { summary: "Delete a folder permanently", load: () => import("./folders/delete.ts") },
    },
  },
  dh: {
    heading: "Test agents",
    summary: "Digital humans: the simulated callers that test an agent",
    commands: {
      list: { summary: "List the digital humans of a simulation", load: () => import("./dh/list.ts") },
      show: { summary: "Show a digital human", load: () => import("./dh/show.ts") },
      find: { summary: "Show the digital human of a test", load: () => import("./dh/find.ts") },
      create: { summary: "Create a digital human", load: () => import("./dh/create.ts") },
      update: {
        summary: "Change fields of a digital human",
        load: () => import("./dh/update.ts"),
      },
      delete: { summary: "Delete digital humans permanently", load: () => import("./dh/delete.ts") },
      plan: { summary: "Show what apply would change", load: () => import("./dh/plan.ts") },
      apply: { summary: "Make the service match manifests", load: () => import("./dh/apply.ts") },
      export: {
        summary: "Export a simulation's digital humans as a manifest",
        load: () => import("./dh/export.ts"),
      },
      generate: {
        summary: "Generate digital humans that test an agent",
        load: () => import("./dh/generate.ts"),
      },
      "from-call": {
        summary: "Make a digital human of the caller in a call",
        load: () => import("./dh/from-call.ts"),
      },
    },
  },
  pull: {
    heading: "Test agents",
    summary: "Write a simulation, or a part of it, as code",
    load: () => import("./pull.ts"),
  },
  push: {
    heading: "Test agents",
    summary: "Make a simulation what a document says",
    load: () => import("./push.ts"),
  },
  communities: {
    heading: "Test agents",
    summary: "Communities: named sets of digital humans",
    commands: {
      list: { summary: "List communities", load: () => import("./communities/list.ts") },
      show: { summary: "Show a community", load: () => import("./communities/show.ts") },
      create: { summary: "Create a community", load: () => import("./communities/create.ts") },
      update: { summary: "Change fields of a community", load: () => import("./communities/update.ts") },
      add: { summary: "Add digital humans to a community", load: () => import("./communities/add.ts") },
      delete: { summary: "Delete a community permanently", load: () => import("./communities/delete.ts") },
    },
  },
  personas: {
    heading: "Test agents",
    summary: "Customer personas: who calls, and for what",
    commands: {
      list: { summary: "List personas", load: () => import("./personas/list.ts") },
      show: { summary: "Show a persona", load: () => import("./personas/show.ts") },
      create: { summary: "Create a persona", load: () => import("./personas/create.ts") },
      update: { summary: "Change fields of a persona", load: () => import("./personas/update.ts") },
      delete: { summary: "Delete a persona permanently", load: () => import("./personas/delete.ts") },
    },
  },
  traits: {
    heading: "Test agents",
    summary: "Customer traits: what an agent's customers differ in",
    commands: {
      list: { summary: "List traits", load: () => import("./traits/list.ts") },
      show: { summary: "Show a trait", load: () => import("./traits/show.ts") },
      create: { summary: "Create a trait", load: () => import("./traits/create.ts") },
      update: { summary: "Change fields of a trait", load: () => import("./traits/update.ts") },
      delete: { summary: "Delete a trait permanently", load: () => import("./traits/delete.ts") },
    },
  },
  workflows: {
    heading: "Test agents",
    summary: "Workflows: graphs of the conversations that an agent has to follow",
    commands: {
      list: { summary: "List workflows", load: () => import("./workflows/list.ts") },
      show: { summary: "Show a workflow", load: () => import("./workflows/show.ts") },
      create: { summary: "Create a workflow", load: () => import("./workflows/create.ts") },
      update: { summary: "Change fields of a workflow", load: () => import("./workflows/update.ts") },
      duplicate: {
        summary: "Create a workflow like another",
        load: () => import("./workflows/duplicate.ts"),
      },
      delete: { summary: "Delete a workflow permanently", load: () => import("./workflows/delete.ts") },
    },
  },
  sim: {
    heading: "Test agents",
    summary: "Simulations, their runs and their conversations",
    commands: {
      list: { summary: "List simulations", load: () => import("./sim/list.ts") },
      create: { summary: "Create a simulation", load: () => import("./sim/create.ts") },
      update: { summary: "Change fields of a simulation", load: () => import("./sim/update.ts") },
      delete: {
        summary: "Delete a simulation and its runs permanently",
        load: () => import("./sim/delete.ts"),
      },
      add: { summary: "Add digital humans to a simulation", load: () => import("./sim/add.ts") },
      remove: {
        summary: "Remove digital humans from a simulation",
        load: () => import("./sim/remove.ts"),
      },
      start: { summary: "Start a run of a simulation", load: () => import("./sim/start.ts") },
      runs: { summary: "List a simulation's runs, or watch them", load: () => import("./sim/runs.ts") },
      wait: {
        summary: "Wait until a run is over, and gate on its pass rate",
        load: () => import("./sim/wait.ts"),
      },
      queue: {
        summary: "Count how many conversations of a run wait, run and are over",
        load: () => import("./sim/queue.ts"),
      },
      results: { summary: "List the conversations of a run", load: () => import("./sim/results.ts") },
      result: { summary: "Print a conversation as a transcript", load: () => import("./sim/result.ts") },
      replay: {
        summary: "Replay a conversation and compare every byte",
        load: () => import("./sim/replay.ts"),
      },
      compare: {
        summary: "Compare two runs: what was fixed, broken, or still fails",
        load: () => import("./sim/compare.ts"),
      },
      end: { summary: "End conversations that are still running", load: () => import("./sim/end.ts") },
      "update-result": {
        summary: "Tell what the agent's side knows of a conversation",
        load: () => import("./sim/update-result.ts"),
      },
      reevaluate: {
        summary: "Evaluate an ended conversation again",
        load: () => import("./sim/reevaluate.ts"),
      },
      "delete-run": {
        summary: "Delete a run that is over permanently",
        load: () => import("./sim/delete-run.ts"),
      },
      "delete-result": {
        summary: "Delete an evaluated conversation permanently",
        load: () => import("./sim/delete-result.ts"),
      },
    },
  },
  call: {
    heading: "Test agents",
    summary: "Let a digital human call a voice agent",
    load: () => import("./call.ts"),
  },
  voice: {
    heading: "Test agents",
    summary: "Voice agents that cannot be called",
    commands: {
      listen: {
        summary: "Wait for a voice agent that dials in, and speak with it",
        load: () => import("./voice/listen.ts"),
      },
    },
  },
  schedules: {
    heading: "Test agents",
    summary: "Simulations that run at set times",
    commands: {
      list: { summary: "List schedules and their next runs", load: () => import("./schedules/list.ts") },
      create: { summary: "Run a simulation at set times", load: () => import("./schedules/create.ts") },
      update: {
        summary: "Change the times of a schedule, or switch it off and on",
        load: () => import("./schedules/update.ts"),
      },
      delete: { summary: "Delete a schedule permanently", load: () => import("./schedules/delete.ts") },
    },
  },
  report: {
    heading: "Test agents",
    summary: "Write runs, conversations and calls as a page for a browser",
    load: () => import("./report/report.ts"),
  },
  chat: {
    heading: "Test agents",
    summary: "Speak as the agent in a running text simulation",
    load: () => import("./chat/chat.ts"),
  },
  evaluate: {
    heading: "Monitor calls",
    summary: "Submit finished calls and chats for evaluation",
    self: () => import("./evaluate/submit.ts"),
    commands: {
      show: { summary: "Show a call's verdicts and measurements", load: () => import("./evaluate/show.ts") },
      wait: {
        summary: "Wait until calls are evaluated, and gate on their verdicts",
        load: () => import("./evaluate/wait.ts"),
      },
      list: { summary: "List submitted calls", load: () => import("./evaluate/list.ts") },
      rerun: { summary: "Evaluate a submitted call again", load: () => import("./evaluate/rerun.ts") },
      update: {
        summary: "Replace what a submitted call says was done in it",
        load: () => import("./evaluate/update.ts"),
      },
      delete: { summary: "Delete submitted calls permanently", load: () => import("./evaluate/delete.ts") },
    },
  },
  import: {
    heading: "Monitor calls",
    summary: "Submit calls from the logs of other platforms",
    load: () => import("./import.ts"),
  },
  watch: {
    heading: "Monitor calls",
    summary: "Print the verdicts of new calls, and end when they get worse",
    load: () => import("./watch.ts"),
  },
  metrics: {
    heading: "Monitor calls",
    summary: "Custom metrics for evaluating calls",
    commands: {
      list: { summary: "List custom metrics", load: () => import("./metrics/list.ts") },
      show: { summary: "Show a custom metric", load: () => import("./metrics/show.ts") },
      create: { summary: "Create a custom metric", load: () => import("./metrics/create.ts") },
      update: { summary: "Change fields of custom metrics", load: () => import("./metrics/update.ts") },
      suggest: {
        summary: "Suggest metrics from the rules of a prompt",
        load: () => import("./metrics/suggest.ts"),
      },
      lint: { summary: "Check the rules of a custom metric", load: () => import("./metrics/lint.ts") },
      builtin: {
        summary: "Show the built-in metrics and their formulas",
        load: () => import("./metrics/builtin.ts"),
      },
      delete: { summary: "Delete custom metrics permanently", load: () => import("./metrics/delete.ts") },
    },
  },
  judge: {
    heading: "Monitor calls",
    summary: "The language model that evaluates metrics without rules",
    commands: {
      calibrate: {
        summary: "Compare the judge's answers with the correct ones",
        load: () => import("./judge/calibrate.ts"),
      },
    },
  },
  journal: {
    heading: "Monitor calls",
    summary: "Journals: what bulk work has sent, and its outcome",
    commands: {
      list: { summary: "List journals with their counts", load: () => import("./journal/list.ts") },
      show: { summary: "Show the items of a journal", load: () => import("./journal/show.ts") },
      clear: { summary: "Delete the record of what was sent", load: () => import("./journal/clear.ts") },
    },
  },
  alerts: {
    heading: "Monitor calls",
    summary: "Alerts: who is told when what is measured gets worse",
    commands: {
      list: { summary: "List alerts, and which are on now", load: () => import("./alerts/list.ts") },
      create: {
        summary: "Tell somebody when a value meets a condition too often",
        load: () => import("./alerts/create.ts"),
      },
      update: {
        summary: "Change an alert, or switch it off and on",
        load: () => import("./alerts/update.ts"),
      },
      delete: { summary: "Delete an alert permanently", load: () => import("./alerts/delete.ts") },
    },
  },
  webhooks: {
    heading: "Monitor calls",
    summary: "Webhooks: where the service sends events, and their deliveries",
    commands: {
      list: { summary: "List webhooks", load: () => import("./webhooks/list.ts") },
      create: { summary: "Register a webhook", load: () => import("./webhooks/create.ts") },
      delete: { summary: "Delete a webhook permanently", load: () => import("./webhooks/delete.ts") },
      deliveries: {
        summary: "List deliveries and their outcome",
        load: () => import("./webhooks/deliveries.ts"),
      },
      redeliver: { summary: "Send a delivery again", load: () => import("./webhooks/redeliver.ts") },
    },
  },
  listen: {
    heading: "Monitor calls",
    summary: "Receive, check, keep and forward the service's webhooks",
    load: () => import("./listen.ts"),
  },
  release: {
    heading: "Release versions",
    summary: "Check a version before releasing it, or compare two",
    commands: {
      check: {
        summary: "Run a simulation and judge it: a CI gate",
        load: () => import("./release/check.ts"),
      },
      compare: {
        summary: "Run a simulation with two prompt versions and compare them",
        load: () => import("./release/compare.ts"),
      },
    },
  },
  prompts: {
    heading: "Release versions",
    summary: "An agent's prompt versions and their labels",
    commands: {
      list: { summary: "List prompt versions", load: () => import("./prompts/list.ts") },
      show: { summary: "Print the text of a version", load: () => import("./prompts/show.ts") },
      diff: { summary: "Compare the texts of two versions", load: () => import("./prompts/diff.ts") },
      history: {
        summary: "Show versions, their labels, and how the labels moved",
        load: () => import("./prompts/history.ts"),
      },
      push: { summary: "Create a new version from a text", load: () => import("./prompts/push.ts") },
      label: { summary: "Add labels to a version", load: () => import("./prompts/label.ts") },
      unlabel: { summary: "Remove labels from a version", load: () => import("./prompts/unlabel.ts") },
      promote: {
        summary: "Move a label to a version, with checks",
        load: () => import("./prompts/promote.ts"),
      },
      rollback: {
        summary: "Move a label back to an earlier version",
        load: () => import("./prompts/rollback.ts"),
      },
      delete: {
        summary: "Delete a version permanently, by its id",
        load: () => import("./prompts/delete.ts"),
      },
      "delete-version": {
        summary: "Delete a version permanently, by its number",
        load: () => import("./prompts/delete-version.ts"),
      },
    },
  },
  kb: {
    heading: "Release versions",
    summary: "An agent's knowledge base versions and their labels",
    commands: {
      list: { summary: "List knowledge base versions", load: () => import("./kb/list.ts") },
      show: { summary: "Print the text of a version", load: () => import("./kb/show.ts") },
      diff: { summary: "Compare the texts of two versions", load: () => import("./kb/diff.ts") },
      history: {
        summary: "Show versions, their labels, and how the labels moved",
        load: () => import("./kb/history.ts"),
      },
      push: { summary: "Create a new version from a text", load: () => import("./kb/push.ts") },
      label: { summary: "Add labels to a version", load: () => import("./kb/label.ts") },
      promote: {
        summary: "Move a label to a version, with checks",
        load: () => import("./kb/promote.ts"),
      },
      rollback: {
        summary: "Move a label back to an earlier version",
        load: () => import("./kb/rollback.ts"),
      },
      unlabel: { summary: "Remove labels from a version", load: () => import("./kb/unlabel.ts") },
      delete: { summary: "Delete a version permanently, by its id", load: () => import("./kb/delete.ts") },
      "delete-version": {
        summary: "Delete a version permanently, by its number",
        load: () => import("./kb/delete-version.ts"),
      },
    },
  },
  labels: {
    heading: "Release versions",
    summary: "An agent's labels",
    commands: {
      list: { summary: "List labels", load: () => import("./labels/list.ts") },
      show: { summary: "Show a label and its versions", load: () => import("./labels/show.ts") },
      create: { summary: "Create a label", load: () => import("./labels/create.ts") },
      rename: { summary: "Rename a label", load: () => import("./labels/rename.ts") },
      delete: { summary: "Delete a label permanently", load: () => import("./labels/delete.ts") },
    },
  },
  serve: {
    heading: "Run the service",
    summary: "Run the whole service on this machine",
    load: () => import("./serve.ts"),
  },
  open: {
    heading: "Run the service",
    summary: "Sign in to the console and open it in the browser",
    load: () => import("./open.ts"),
  },
  admin: {
    heading: "Run the service",
    summary: "The service's store: organizations, API keys, jobs, audit log, backup",
    commands: {
      audit: { summary: "List how API keys were used or refused", load: () => import("./admin/audit.ts") },
      export: { summary: "Write the whole store to a file", load: () => import("./admin/export.ts") },
      import: { summary: "Fill an empty store from an export", load: () => import("./admin/import.ts") },
      jobs: {
        summary: "List jobs that were set aside, and how many are waiting",
        self: () => import("./admin/jobs/list.ts"),
        commands: {
          retry: {
            summary: "Put back jobs that were set aside",
            load: () => import("./admin/jobs/retry.ts"),
          },
        },
      },
      org: {
        summary: "Organizations in the store",
        commands: {
          list: { summary: "List organizations", load: () => import("./admin/org/list.ts") },
          create: { summary: "Create an organization", load: () => import("./admin/org/create.ts") },
          delete: {
            summary: "Delete an organization permanently",
            load: () => import("./admin/org/delete.ts"),
          },
        },
      },
      key: {
        summary: "Organizations' API keys",
        commands: {
          list: { summary: "List API keys, without the secrets", load: () => import("./admin/key/list.ts") },
          create: {
            summary: "Create an API key and show it once",
            load: () => import("./admin/key/create.ts"),
          },
          revoke: { summary: "Revoke an API key permanently", load: () => import("./admin/key/revoke.ts") },
        },
      },
    },
  },
  api: {
    heading: "Run the service",
    summary: "Send any request to the service",
    load: () => import("./api.ts"),
  },
  mcp: {
    heading: "Run the service",
    summary: "Let a coding agent use Parley: a server of the Model Context Protocol",
    load: () => import("./mcp.ts"),
  },
  auth: {
    heading: "Set up",
    summary: "Profiles: stored base URLs and API keys",
    commands: {
      login: { summary: "Store a base URL and an API key", load: () => import("./auth/login.ts") },
      logout: { summary: "Delete a stored profile", load: () => import("./auth/logout.ts") },
      status: {
        summary: "Show the current settings, and whether they work",
        load: () => import("./auth/status.ts"),
      },
      list: { summary: "List the stored profiles", load: () => import("./auth/list.ts") },
      use: { summary: "Choose the current profile", load: () => import("./auth/use.ts") },
    },
  },
  init: {
    heading: "Set up",
    summary: "Create a project file, an example and editor schemas here",
    load: () => import("./init.ts"),
  },
  validate: { heading: "Set up", summary: "Check manifests offline", load: () => import("./validate.ts") },
  schema: {
    heading: "Set up",
    summary: "Print a JSON Schema, or the OpenAPI document",
    load: () => import("./schema.ts"),
  },
  docs: { heading: "Set up", summary: "Read the documentation offline", load: () => import("./docs.ts") },
  doctor: { heading: "Set up", summary: "Find problems with the set-up", load: () => import("./doctor.ts") },
  completion: {
    heading: "Set up",
    summary: "Print a completion script for your shell",
    load: () => import("./completion.ts"),
  },
};
