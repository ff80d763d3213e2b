/** Commands that test agents. */
import type { Tree } from "./node.ts";

export const testAgents: Tree = {
  agents: {
    summary: "The organization's agents",
    commands: {
      list: { summary: "List agents", load: () => import("../agents/list.ts") },
      show: { summary: "Show an agent", load: () => import("../agents/show.ts") },
      find: { summary: "Show the agent with an external id", load: () => import("../agents/find.ts") },
      key: { summary: "Show the key that signs an agent's webhooks", load: () => import("../agents/key.ts") },
      create: { summary: "Create an agent", load: () => import("../agents/create.ts") },
      update: { summary: "Change fields of an agent", load: () => import("../agents/update.ts") },
      delete: { summary: "Delete an unused agent", load: () => import("../agents/delete.ts") },
    },
  },
  folders: {
    summary: "Folders of agents",
    commands: {
      list: { summary: "List folders", load: () => import("../folders/list.ts") },
      agents: { summary: "List the agents in a folder", load: () => import("../folders/agents.ts") },
      create: { summary: "Create a folder", load: () => import("../folders/create.ts") },
      rename: { summary: "Rename a folder", load: () => import("../folders/rename.ts") },
      move: { summary: "Put an agent into a folder", load: () => import("../folders/move.ts") },
      delete: { summary: "Delete a folder permanently", load: () => import("../folders/delete.ts") },
    },
  },
  dh: {
    summary: "Digital humans: the simulated callers that test an agent",
    commands: {
      list: { summary: "List the digital humans of a simulation", load: () => import("../dh/list.ts") },
      show: { summary: "Show a digital human", load: () => import("../dh/show.ts") },
      find: { summary: "Show the digital human of a test", load: () => import("../dh/find.ts") },
      create: { summary: "Create a digital human", load: () => import("../dh/create.ts") },
      update: {
        summary: "Change fields of a digital human",
        load: () => import("../dh/update.ts"),
      },
      delete: { summary: "Delete digital humans permanently", load: () => import("../dh/delete.ts") },
      plan: { summary: "Show what apply would change", load: () => import("../dh/plan.ts") },
      apply: { summary: "Make the service match manifests", load: () => import("../dh/apply.ts") },
      export: {
        summary: "Export a simulation's digital humans as a manifest",
        load: () => import("../dh/export.ts"),
      },
      generate: {
        summary: "Generate digital humans that test an agent",
        load: () => import("../dh/generate.ts"),
      },
      "from-call": {
        summary: "Create a digital human from the caller in a call",
        load: () => import("../dh/from-call.ts"),
      },
    },
  },
  pull: {
    summary: "Write a simulation, or a part of it, as code",
    load: () => import("../pull.ts"),
  },
  push: {
    summary: "Make a simulation match a document",
    load: () => import("../push.ts"),
  },
  communities: {
    summary: "Communities: named sets of digital humans",
    commands: {
      list: { summary: "List communities", load: () => import("../communities/list.ts") },
      show: { summary: "Show a community", load: () => import("../communities/show.ts") },
      create: { summary: "Create a community", load: () => import("../communities/create.ts") },
      update: { summary: "Change fields of a community", load: () => import("../communities/update.ts") },
      add: { summary: "Add digital humans to a community", load: () => import("../communities/add.ts") },
      delete: { summary: "Delete a community permanently", load: () => import("../communities/delete.ts") },
    },
  },
  personas: {
    summary: "Customer personas: who calls, and for what",
    commands: {
      list: { summary: "List personas", load: () => import("../personas/list.ts") },
      show: { summary: "Show a persona", load: () => import("../personas/show.ts") },
      create: { summary: "Create a persona", load: () => import("../personas/create.ts") },
      suggest: {
        summary: "Suggest personas from an agent's goals",
        load: () => import("../personas/suggest.ts"),
      },
      update: { summary: "Change fields of a persona", load: () => import("../personas/update.ts") },
      delete: { summary: "Delete a persona permanently", load: () => import("../personas/delete.ts") },
    },
  },
  traits: {
    summary: "Customer traits: how an agent's customers differ",
    commands: {
      list: { summary: "List traits", load: () => import("../traits/list.ts") },
      show: { summary: "Show a trait", load: () => import("../traits/show.ts") },
      create: { summary: "Create a trait", load: () => import("../traits/create.ts") },
      update: { summary: "Change fields of a trait", load: () => import("../traits/update.ts") },
      delete: { summary: "Delete a trait permanently", load: () => import("../traits/delete.ts") },
    },
  },
  workflows: {
    summary: "Workflows: graphs of conversations that an agent must follow",
    commands: {
      list: { summary: "List workflows", load: () => import("../workflows/list.ts") },
      show: { summary: "Show a workflow", load: () => import("../workflows/show.ts") },
      create: { summary: "Create a workflow", load: () => import("../workflows/create.ts") },
      update: { summary: "Change fields of a workflow", load: () => import("../workflows/update.ts") },
      duplicate: {
        summary: "Copy a workflow",
        load: () => import("../workflows/duplicate.ts"),
      },
      delete: { summary: "Delete a workflow permanently", load: () => import("../workflows/delete.ts") },
    },
  },
  sim: {
    summary: "Simulations, their runs and their conversations",
    commands: {
      list: { summary: "List simulations", load: () => import("../sim/list.ts") },
      show: { summary: "Show a simulation", load: () => import("../sim/show.ts") },
      create: { summary: "Create a simulation", load: () => import("../sim/create.ts") },
      update: { summary: "Change fields of a simulation", load: () => import("../sim/update.ts") },
      delete: {
        summary: "Delete a simulation and its runs permanently",
        load: () => import("../sim/delete.ts"),
      },
      add: { summary: "Add digital humans to a simulation", load: () => import("../sim/add.ts") },
      remove: {
        summary: "Remove digital humans from a simulation",
        load: () => import("../sim/remove.ts"),
      },
      start: { summary: "Start a run of a simulation", load: () => import("../sim/start.ts") },
      runs: { summary: "List a simulation's runs, or watch them", load: () => import("../sim/runs.ts") },
      wait: {
        summary: "Wait until a run is over, and gate on its pass rate",
        load: () => import("../sim/wait.ts"),
      },
      queue: {
        summary: "Count the waiting, running and ended conversations of a run",
        load: () => import("../sim/queue.ts"),
      },
      results: { summary: "List the conversations of a run", load: () => import("../sim/results.ts") },
      result: { summary: "Print a conversation as a transcript", load: () => import("../sim/result.ts") },
      replay: {
        summary: "Replay a conversation and compare every byte",
        load: () => import("../sim/replay.ts"),
      },
      compare: {
        summary: "Compare two runs: what was fixed, broken, or still fails",
        load: () => import("../sim/compare.ts"),
      },
      end: { summary: "End conversations that are still running", load: () => import("../sim/end.ts") },
      "update-result": {
        summary: "Report what the agent's side knows about a conversation",
        load: () => import("../sim/update-result.ts"),
      },
      reevaluate: {
        summary: "Evaluate an ended conversation again",
        load: () => import("../sim/reevaluate.ts"),
      },
      "delete-run": {
        summary: "Delete a finished run permanently",
        load: () => import("../sim/delete-run.ts"),
      },
      "delete-result": {
        summary: "Delete an evaluated conversation permanently",
        load: () => import("../sim/delete-result.ts"),
      },
    },
  },
  call: {
    summary: "Have a digital human call a voice agent",
    load: () => import("../call.ts"),
  },
  voice: {
    summary: "Voice agents without a public address",
    commands: {
      listen: {
        summary: "Wait for a voice agent to connect, and speak with it",
        load: () => import("../voice/listen.ts"),
      },
    },
  },
  schedules: {
    summary: "Schedules: run simulations at set times",
    commands: {
      list: { summary: "List schedules and their next runs", load: () => import("../schedules/list.ts") },
      create: { summary: "Run a simulation at set times", load: () => import("../schedules/create.ts") },
      update: {
        summary: "Change the times of a schedule, or switch it off and on",
        load: () => import("../schedules/update.ts"),
      },
      delete: { summary: "Delete a schedule permanently", load: () => import("../schedules/delete.ts") },
    },
  },
  report: {
    summary: "Write runs, conversations and calls as a page for a browser",
    load: () => import("../report/report.ts"),
  },
  chat: {
    summary: "Speak as the agent in a running text simulation",
    load: () => import("../chat/chat.ts"),
  },
};
