/** Commands that release versions of prompts and knowledge bases. */
import { of, type Tree } from "./node.ts";

export const releaseVersions: Tree = {
  release: {
    summary: "Check a version before releasing it, or compare two",
    commands: {
      check: {
        summary: "Run a simulation and judge it: a CI gate",
        load: () => import("../release/check.ts"),
      },
      compare: {
        summary: "Run a simulation with two prompt versions and compare them",
        load: () => import("../release/compare.ts"),
      },
    },
  },
  prompts: {
    summary: "An agent's prompt versions and their labels",
    commands: {
      list: { summary: "List prompt versions", load: () => import("../prompts/list.ts") },
      show: { summary: "Print the text of a version", load: () => import("../prompts/show.ts") },
      diff: { summary: "Compare the texts of two versions", load: () => import("../prompts/diff.ts") },
      bisect: {
        summary: "Find the version and the sentence that broke a caller",
        load: () => import("../prompts/bisect.ts"),
      },
      history: {
        summary: "Show versions, their labels, and how the labels moved",
        load: () => import("../prompts/history.ts"),
      },
      push: { summary: "Create a new version from a text", load: () => import("../prompts/push.ts") },
      label: { summary: "Add labels to a version", load: () => import("../prompts/label.ts") },
      unlabel: { summary: "Remove labels from a version", load: () => import("../prompts/unlabel.ts") },
      promote: {
        summary: "Move a label to a version, with checks",
        load: () => import("../prompts/promote.ts"),
      },
      rollback: {
        summary: "Move a label back to an earlier version",
        load: () => import("../prompts/rollback.ts"),
      },
      delete: {
        summary: "Delete a version permanently, by its id",
        load: () => import("../prompts/delete.ts"),
      },
      "delete-version": {
        summary: "Delete a version permanently, by its number",
        load: () => import("../prompts/delete-version.ts"),
      },
    },
  },
  policies: {
    summary: "What the sentences of a prompt demand, reviewed and binding",
    commands: {
      draft: {
        summary: "List what a prompt demands, with the rule that each sentence is read as",
        load: () => import("../policies/draft.ts"),
      },
      review: {
        summary: "Accept, edit, or reject the policies of a file",
        load: () => import("../policies/review.ts"),
      },
      apply: {
        summary: "Make the accepted policies of a file binding",
        load: () => import("../policies/apply.ts"),
      },
      list: {
        summary: "List what was decided on the policies of a prompt version",
        load: () => import("../policies/list.ts"),
      },
      diff: {
        summary: "Show what becomes of reviewed policies in another version",
        load: () => import("../policies/diff.ts"),
      },
    },
  },
  kb: {
    summary: "An agent's knowledge base versions and their labels",
    commands: {
      list: { summary: "List knowledge base versions", load: () => import("../kb/list.ts") },
      show: { summary: "Print the text of a version", load: () => import("../kb/show.ts") },
      diff: { summary: "Compare the texts of two versions", load: () => import("../kb/diff.ts") },
      history: {
        summary: "Show versions, their labels, and how the labels moved",
        load: () => import("../kb/history.ts"),
      },
      push: { summary: "Create a new version from a text", load: () => import("../kb/push.ts") },
      label: { summary: "Add labels to a version", load: () => import("../kb/label.ts") },
      promote: {
        summary: "Move a label to a version, with checks",
        load: () => import("../kb/promote.ts"),
      },
      rollback: {
        summary: "Move a label back to an earlier version",
        load: () => import("../kb/rollback.ts"),
      },
      unlabel: { summary: "Remove labels from a version", load: () => import("../kb/unlabel.ts") },
      delete: { summary: "Delete a version permanently, by its id", load: () => import("../kb/delete.ts") },
      "delete-version": {
        summary: "Delete a version permanently, by its number",
        load: () => import("../kb/delete-version.ts"),
      },
      shared: {
        summary: "Knowledge bases that several agents share",
        commands: {
          list: {
            summary: "List shared knowledge bases",
            load: () => import("../kb/shared.ts").then(of("list")),
          },
          show: {
            summary: "Show a shared knowledge base with its documents",
            load: () => import("../kb/shared.ts").then(of("show")),
          },
          create: {
            summary: "Create a knowledge base that agents can share",
            load: () => import("../kb/shared.ts").then(of("create")),
          },
          update: {
            summary: "Change a shared knowledge base, or replace its documents",
            load: () => import("../kb/shared.ts").then(of("update")),
          },
          attach: {
            summary: "Give an agent a shared knowledge base",
            load: () => import("../kb/shared.ts").then(of("attach")),
          },
          detach: {
            summary: "Take a shared knowledge base from an agent",
            load: () => import("../kb/shared.ts").then(of("detach")),
          },
          delete: {
            summary: "Delete a shared knowledge base permanently",
            load: () => import("../kb/shared.ts").then(of("delete")),
          },
        },
      },
    },
  },
  labels: {
    summary: "An agent's labels",
    commands: {
      list: { summary: "List labels", load: () => import("../labels/labels.ts").then(of("list")) },
      show: {
        summary: "Show a label and its versions",
        load: () => import("../labels/labels.ts").then(of("show")),
      },
      create: { summary: "Create a label", load: () => import("../labels/labels.ts").then(of("create")) },
      rename: { summary: "Rename a label", load: () => import("../labels/labels.ts").then(of("rename")) },
      delete: {
        summary: "Delete a label permanently",
        load: () => import("../labels/labels.ts").then(of("delete")),
      },
    },
  },
};
