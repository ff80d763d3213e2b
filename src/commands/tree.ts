/** The tree of commands: names and summaries. A command's own file is loaded when it is called. */
import type { Command } from "./command.ts";

export interface Leaf {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

export interface Group {
  readonly summary: string;
  readonly commands: Tree;
  /** What the group's own name does where no command of it is named. */
  readonly self?: Leaf["load"];
}

export type Node = Leaf | Group;
export type Tree = Readonly<Record<string, Node>>;
export const isGroup = (node: Node): node is Group => "commands" in node;

export const tree: Tree = {
  agents: {
    summary: "Agents of the organization",
    commands: {
      list: { summary: "List agents", load: () => import("./agents/list.ts") },
      show: { summary: "Show an agent", load: () => import("./agents/show.ts") },
      create: { summary: "Create an agent", load: () => import("./agents/create.ts") },
    },
  },
  metrics: {
    summary: "Custom metrics that calls are evaluated against",
    commands: {
      list: { summary: "List custom metrics", load: () => import("./metrics/list.ts") },
      show: { summary: "Show a custom metric", load: () => import("./metrics/show.ts") },
      create: { summary: "Create a custom metric", load: () => import("./metrics/create.ts") },
      lint: { summary: "Check the rules of a custom metric", load: () => import("./metrics/lint.ts") },
      delete: { summary: "Delete custom metrics for good", load: () => import("./metrics/delete.ts") },
    },
  },
  judge: {
    summary: "The language model that judges metrics without rules",
    commands: {
      calibrate: {
        summary: "Compare the judge's answers with right ones",
        load: () => import("./judge/calibrate.ts"),
      },
    },
  },
  dh: {
    summary: "Digital humans: the simulated callers that test an agent",
    commands: {
      list: { summary: "List the digital humans of a simulation", load: () => import("./dh/list.ts") },
      show: { summary: "Show a digital human", load: () => import("./dh/show.ts") },
      create: { summary: "Create a digital human", load: () => import("./dh/create.ts") },
      update: {
        summary: "Change the named fields of a digital human",
        load: () => import("./dh/update.ts"),
      },
      plan: { summary: "Show what apply would change", load: () => import("./dh/plan.ts") },
      apply: { summary: "Make the service match manifests", load: () => import("./dh/apply.ts") },
      export: { summary: "Print a simulation's as a manifest", load: () => import("./dh/export.ts") },
      generate: {
        summary: "Generate digital humans that test an agent",
        load: () => import("./dh/generate.ts"),
      },
    },
  },
  sim: {
    summary: "Simulations, their runs and conversations",
    commands: {
      list: { summary: "List simulations", load: () => import("./sim/list.ts") },
      create: { summary: "Create a simulation", load: () => import("./sim/create.ts") },
      start: { summary: "Start a text run of a simulation", load: () => import("./sim/start.ts") },
      runs: { summary: "List the runs of a simulation, or follow them", load: () => import("./sim/runs.ts") },
      wait: {
        summary: "Wait until a run is over, and pass or not by its pass rate",
        load: () => import("./sim/wait.ts"),
      },
      results: { summary: "List the conversations of a run", load: () => import("./sim/results.ts") },
      result: { summary: "Print a conversation as a transcript", load: () => import("./sim/result.ts") },
      replay: {
        summary: "Play a conversation again and compare every byte",
        load: () => import("./sim/replay.ts"),
      },
      end: { summary: "End conversations that are still going on", load: () => import("./sim/end.ts") },
    },
  },
  prompts: {
    summary: "Prompt versions of an agent, and the labels on them",
    commands: {
      list: { summary: "List prompt versions", load: () => import("./prompts/list.ts") },
      show: { summary: "Print the text of a version", load: () => import("./prompts/show.ts") },
      diff: { summary: "Compare the texts of two versions", load: () => import("./prompts/diff.ts") },
      history: {
        summary: "Show versions, their labels, and how they came to them",
        load: () => import("./prompts/history.ts"),
      },
      push: { summary: "Make a new version from a text", load: () => import("./prompts/push.ts") },
      label: { summary: "Add labels to a version", load: () => import("./prompts/label.ts") },
      unlabel: { summary: "Remove labels from a version", load: () => import("./prompts/unlabel.ts") },
      promote: {
        summary: "Move a label to a version, checked and read back",
        load: () => import("./prompts/promote.ts"),
      },
      rollback: {
        summary: "Move a label back to an earlier version",
        load: () => import("./prompts/rollback.ts"),
      },
      delete: { summary: "Delete a version for good, by its id", load: () => import("./prompts/delete.ts") },
    },
  },
  kb: {
    summary: "Knowledge base versions of an agent, and the labels on them",
    commands: {
      list: { summary: "List knowledge base versions", load: () => import("./kb/list.ts") },
      show: { summary: "Print the text of a version", load: () => import("./kb/show.ts") },
      diff: { summary: "Compare the texts of two versions", load: () => import("./kb/diff.ts") },
      history: {
        summary: "Show versions, their labels, and how they came to them",
        load: () => import("./kb/history.ts"),
      },
      push: { summary: "Make a new version from a text", load: () => import("./kb/push.ts") },
      label: { summary: "Add labels to a version", load: () => import("./kb/label.ts") },
      promote: {
        summary: "Move a label to a version, checked and read back",
        load: () => import("./kb/promote.ts"),
      },
      rollback: {
        summary: "Move a label back to an earlier version",
        load: () => import("./kb/rollback.ts"),
      },
      unlabel: { summary: "Remove labels from a version", load: () => import("./kb/unlabel.ts") },
      delete: { summary: "Delete a version for good, by its id", load: () => import("./kb/delete.ts") },
      "delete-version": {
        summary: "Delete a version for good, by its number",
        load: () => import("./kb/delete-version.ts"),
      },
    },
  },
  labels: {
    summary: "Labels of an agent that stand by themselves",
    commands: {
      list: { summary: "List labels", load: () => import("./labels/list.ts") },
      create: { summary: "Create a label", load: () => import("./labels/create.ts") },
      rename: { summary: "Rename a label", load: () => import("./labels/rename.ts") },
      delete: { summary: "Delete a label for good", load: () => import("./labels/delete.ts") },
    },
  },
  release: {
    summary: "Check a version before it is released, and compare two",
    commands: {
      check: {
        summary: "Run a simulation and judge it: a gate for CI",
        load: () => import("./release/check.ts"),
      },
      compare: {
        summary: "Run a simulation with two prompt versions and compare them",
        load: () => import("./release/compare.ts"),
      },
    },
  },
  evaluate: {
    summary: "Submit finished calls and chats for evaluation",
    self: () => import("./evaluate/submit.ts"),
    commands: {
      show: { summary: "Show what was found in a call", load: () => import("./evaluate/show.ts") },
      wait: {
        summary: "Wait until calls are evaluated, and pass or not by their verdicts",
        load: () => import("./evaluate/wait.ts"),
      },
      rerun: { summary: "Evaluate a submitted call again", load: () => import("./evaluate/rerun.ts") },
    },
  },
  journal: {
    summary: "What bulk work has sent, and how each item ended",
    commands: {
      list: { summary: "List journals with their counts", load: () => import("./journal/list.ts") },
      show: { summary: "Show the items of a journal", load: () => import("./journal/show.ts") },
      clear: { summary: "Forget what was sent", load: () => import("./journal/clear.ts") },
    },
  },
  chat: {
    summary: "Speak as the agent in a running text simulation",
    load: () => import("./chat/chat.ts"),
  },
  listen: {
    summary: "Receive, check, keep and forward the service's webhooks",
    load: () => import("./listen.ts"),
  },
  webhooks: {
    summary: "Where the service reports what happened, and what became of it",
    commands: {
      list: { summary: "List webhooks", load: () => import("./webhooks/list.ts") },
      create: { summary: "Register a webhook", load: () => import("./webhooks/create.ts") },
      delete: { summary: "Delete a webhook for good", load: () => import("./webhooks/delete.ts") },
      deliveries: {
        summary: "List what was sent and what became of it",
        load: () => import("./webhooks/deliveries.ts"),
      },
      redeliver: { summary: "Send a delivery again", load: () => import("./webhooks/redeliver.ts") },
    },
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
  admin: {
    summary: "The service's store: organizations, API keys, jobs, audit log, backup",
    commands: {
      audit: { summary: "List how keys were used, and refused", load: () => import("./admin/audit.ts") },
      export: { summary: "Write the whole store to a file", load: () => import("./admin/export.ts") },
      import: { summary: "Fill an empty store from an export", load: () => import("./admin/import.ts") },
      jobs: {
        summary: "List jobs that were set aside, and how many wait",
        self: () => import("./admin/jobs/list.ts"),
        commands: {
          retry: {
            summary: "Put back jobs that were set aside",
            load: () => import("./admin/jobs/retry.ts"),
          },
        },
      },
      org: {
        summary: "Organizations of the store",
        commands: {
          list: { summary: "List organizations", load: () => import("./admin/org/list.ts") },
          create: { summary: "Create an organization", load: () => import("./admin/org/create.ts") },
          delete: {
            summary: "Delete an organization for good",
            load: () => import("./admin/org/delete.ts"),
          },
        },
      },
      key: {
        summary: "API keys of organizations",
        commands: {
          list: { summary: "List API keys, none in the clear", load: () => import("./admin/key/list.ts") },
          create: {
            summary: "Create an API key and show it, once",
            load: () => import("./admin/key/create.ts"),
          },
          revoke: { summary: "Revoke an API key for good", load: () => import("./admin/key/revoke.ts") },
        },
      },
    },
  },
  completion: {
    summary: "Print a script that completes commands in your shell",
    load: () => import("./completion.ts"),
  },
  doctor: { summary: "Find what is wrong with the set-up", load: () => import("./doctor.ts") },
  validate: { summary: "Check manifests without a request", load: () => import("./validate.ts") },
  init: {
    summary: "Write a project file, an example and editor schemas here",
    load: () => import("./init.ts"),
  },
  schema: { summary: "Print a JSON Schema, or the OpenAPI document", load: () => import("./schema.ts") },
};
