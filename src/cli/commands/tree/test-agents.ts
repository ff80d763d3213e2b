/** Commands that test agents. */
import { of, type Tree } from "./node.ts";

export const testAgents: Tree = {
  test: { summary: "Test an agent with one file, without a service", load: () => import("../test/test.ts") },
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
      list: { summary: "List folders", load: () => import("../folders.ts").then(of("list")) },
      agents: {
        summary: "List the agents in a folder",
        load: () => import("../folders.ts").then(of("agents")),
      },
      create: { summary: "Create a folder", load: () => import("../folders.ts").then(of("create")) },
      rename: { summary: "Rename a folder", load: () => import("../folders.ts").then(of("rename")) },
      move: { summary: "Put an agent into a folder", load: () => import("../folders.ts").then(of("move")) },
      delete: {
        summary: "Delete a folder permanently",
        load: () => import("../folders.ts").then(of("delete")),
      },
    },
  },
  dh: {
    summary: "Digital humans: the simulated callers that test an agent",
    commands: {
      list: {
        summary: "List the digital humans of a simulation, or all",
        load: () => import("../dh/list.ts"),
      },
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
      list: { summary: "List communities", load: () => import("../communities.ts").then(of("list")) },
      show: { summary: "Show a community", load: () => import("../communities.ts").then(of("show")) },
      create: { summary: "Create a community", load: () => import("../communities.ts").then(of("create")) },
      update: {
        summary: "Change fields of a community",
        load: () => import("../communities.ts").then(of("update")),
      },
      add: {
        summary: "Add digital humans to a community",
        load: () => import("../communities.ts").then(of("add")),
      },
      delete: {
        summary: "Delete a community permanently",
        load: () => import("../communities.ts").then(of("delete")),
      },
    },
  },
  personas: {
    summary: "Customer personas: who calls, and for what",
    commands: {
      list: { summary: "List personas", load: () => import("../personas.ts").then(of("list")) },
      show: { summary: "Show a persona", load: () => import("../personas.ts").then(of("show")) },
      create: { summary: "Create a persona", load: () => import("../personas.ts").then(of("create")) },
      suggest: {
        summary: "Suggest personas from an agent's goals",
        load: () => import("../personas.ts").then(of("suggest")),
      },
      update: {
        summary: "Change fields of a persona",
        load: () => import("../personas.ts").then(of("update")),
      },
      delete: {
        summary: "Delete a persona permanently",
        load: () => import("../personas.ts").then(of("delete")),
      },
    },
  },
  traits: {
    summary: "Customer traits: how an agent's customers differ",
    commands: {
      list: { summary: "List traits", load: () => import("../traits.ts").then(of("list")) },
      show: { summary: "Show a trait", load: () => import("../traits.ts").then(of("show")) },
      create: { summary: "Create a trait", load: () => import("../traits.ts").then(of("create")) },
      update: { summary: "Change fields of a trait", load: () => import("../traits.ts").then(of("update")) },
      delete: {
        summary: "Delete a trait permanently",
        load: () => import("../traits.ts").then(of("delete")),
      },
    },
  },
  workflows: {
    summary: "Workflows: graphs of conversations that an agent must follow",
    commands: {
      list: { summary: "List workflows", load: () => import("../workflows.ts").then(of("list")) },
      show: { summary: "Show a workflow", load: () => import("../workflows.ts").then(of("show")) },
      create: { summary: "Create a workflow", load: () => import("../workflows.ts").then(of("create")) },
      update: {
        summary: "Change fields of a workflow",
        load: () => import("../workflows.ts").then(of("update")),
      },
      duplicate: {
        summary: "Copy a workflow",
        load: () => import("../workflows.ts").then(of("duplicate")),
      },
      delete: {
        summary: "Delete a workflow permanently",
        load: () => import("../workflows.ts").then(of("delete")),
      },
    },
  },
  scenarios: {
    summary: "Scenarios: graphs of conversations that digital humans follow, turn by turn",
    commands: {
      list: { summary: "List scenarios", load: () => import("../scenarios.ts").then(of("list")) },
      show: { summary: "Show a scenario", load: () => import("../scenarios.ts").then(of("show")) },
      create: { summary: "Create a scenario", load: () => import("../scenarios.ts").then(of("create")) },
      update: {
        summary: "Change fields of a scenario",
        load: () => import("../scenarios.ts").then(of("update")),
      },
      delete: {
        summary: "Delete a scenario permanently",
        load: () => import("../scenarios.ts").then(of("delete")),
      },
    },
  },
  sim: {
    summary: "Simulations, their runs and their conversations",
    commands: {
      list: { summary: "List simulations", load: () => import("../sim/simulations.ts").then(of("list")) },
      show: { summary: "Show a simulation", load: () => import("../sim/simulations.ts").then(of("show")) },
      create: { summary: "Create a simulation", load: () => import("../sim/create.ts") },
      update: {
        summary: "Change fields of a simulation",
        load: () => import("../sim/simulations.ts").then(of("update")),
      },
      delete: {
        summary: "Delete a simulation and its runs permanently",
        load: () => import("../sim/simulations.ts").then(of("delete")),
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
      shrink: {
        summary: "Find the smallest caller that still fails for the same reason",
        load: () => import("../sim/shrink.ts"),
      },
      coverage: {
        summary: "List which policies, tools and paths runs have reached, and gate on it",
        load: () => import("../sim/coverage.ts"),
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
  world: {
    summary: "Worlds: tools with state for an agent under test",
    commands: {
      check: { summary: "Check a world and list every mistake", load: () => import("../world/check.ts") },
      try: {
        summary: "Call tools of a world and show what changes",
        load: () => import("../world/try.ts"),
      },
    },
  },
  schedules: {
    summary: "Schedules: run simulations at set times",
    commands: {
      list: {
        summary: "List schedules and their next runs",
        load: () => import("../schedules/schedules.ts").then(of("list")),
      },
      create: {
        summary: "Run a simulation at set times",
        load: () => import("../schedules/schedules.ts").then(of("create")),
      },
      update: {
        summary: "Change the times of a schedule, or switch it off and on",
        load: () => import("../schedules/schedules.ts").then(of("update")),
      },
      delete: {
        summary: "Delete a schedule permanently",
        load: () => import("../schedules/schedules.ts").then(of("delete")),
      },
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
