/** Commands that monitor calls. */
import { of, type Tree } from "./node.ts";

export const monitorCalls: Tree = {
  evaluate: {
    summary: "Submit finished calls and chats for evaluation",
    self: () => import("../evaluate/submit.ts"),
    commands: {
      show: { summary: "Show a call's verdicts and measurements", load: () => import("../evaluate/show.ts") },
      wait: {
        summary: "Wait until calls are evaluated, and gate on their verdicts",
        load: () => import("../evaluate/wait.ts"),
      },
      list: { summary: "List submitted calls", load: () => import("../evaluate/list.ts") },
      rerun: { summary: "Evaluate a submitted call again", load: () => import("../evaluate/rerun.ts") },
      update: {
        summary: "Replace the tool calls, events or metadata of a call",
        load: () => import("../evaluate/update.ts"),
      },
      delete: { summary: "Delete submitted calls permanently", load: () => import("../evaluate/delete.ts") },
    },
  },
  import: {
    summary: "Submit calls from the logs of other platforms",
    self: () => import("../import/calls.ts"),
    commands: {
      tests: {
        summary: "Turn tests of other frameworks into a test file",
        load: () => import("../import/tests.ts"),
      },
    },
  },
  watch: {
    summary: "Print the verdicts of new calls, and exit when they get worse",
    load: () => import("../watch.ts"),
  },
  metrics: {
    summary: "Custom metrics for evaluating calls",
    commands: {
      list: { summary: "List custom metrics", load: () => import("../metrics/list.ts") },
      show: { summary: "Show a custom metric", load: () => import("../metrics/show.ts") },
      create: { summary: "Create a custom metric", load: () => import("../metrics/create.ts") },
      update: { summary: "Change fields of custom metrics", load: () => import("../metrics/update.ts") },
      suggest: {
        summary: "Suggest metrics from the rules of a prompt",
        load: () => import("../metrics/suggest.ts"),
      },
      lint: { summary: "Check the rules of a custom metric", load: () => import("../metrics/lint.ts") },
      builtin: {
        summary: "Show the built-in metrics and their formulas",
        load: () => import("../metrics/builtin.ts"),
      },
      delete: { summary: "Delete custom metrics permanently", load: () => import("../metrics/delete.ts") },
    },
  },
  judge: {
    summary: "The language model that evaluates metrics without rules",
    commands: {
      calibrate: {
        summary: "Compare the judge's answers with the correct ones",
        load: () => import("../judge/calibrate.ts"),
      },
      marks: {
        summary: "Print verdicts that people marked, as examples for calibrate",
        load: () => import("../judge/marks.ts"),
      },
      certificates: {
        summary: "List the certificates of judges",
        load: () => import("../judge/certificates.ts"),
      },
      certify: {
        summary: "Store certificates from files",
        load: () => import("../judge/certify.ts"),
      },
    },
  },
  review: {
    summary: "Label conversations for `judge calibrate`",
    load: () => import("../review.ts"),
  },
  journal: {
    summary: "Journals: what bulk work has sent, and its outcome",
    commands: {
      list: { summary: "List journals with their counts", load: () => import("../journal/list.ts") },
      show: { summary: "Show the items of a journal", load: () => import("../journal/show.ts") },
      clear: { summary: "Delete the record of what was sent", load: () => import("../journal/clear.ts") },
    },
  },
  alerts: {
    summary: "Alerts: notify someone when a measured value gets worse",
    commands: {
      list: {
        summary: "List alerts, and which are active now",
        load: () => import("../alerts/alerts.ts").then(of("list")),
      },
      create: {
        summary: "Notify someone when a value meets a condition too often",
        load: () => import("../alerts/alerts.ts").then(of("create")),
      },
      update: {
        summary: "Change an alert, or switch it off and on",
        load: () => import("../alerts/alerts.ts").then(of("update")),
      },
      delete: {
        summary: "Delete an alert permanently",
        load: () => import("../alerts/alerts.ts").then(of("delete")),
      },
    },
  },
  webhooks: {
    summary: "Webhooks: where the service sends events, and their deliveries",
    commands: {
      list: { summary: "List webhooks", load: () => import("../webhooks.ts").then(of("list")) },
      create: { summary: "Register a webhook", load: () => import("../webhooks.ts").then(of("create")) },
      delete: {
        summary: "Delete a webhook permanently",
        load: () => import("../webhooks.ts").then(of("delete")),
      },
      deliveries: {
        summary: "List deliveries and their outcome",
        load: () => import("../webhooks.ts").then(of("deliveries")),
      },
      redeliver: {
        summary: "Send a delivery again",
        load: () => import("../webhooks.ts").then(of("redeliver")),
      },
    },
  },
  listen: {
    summary: "Receive, check, keep and forward the service's webhooks",
    load: () => import("../listen.ts"),
  },
};
