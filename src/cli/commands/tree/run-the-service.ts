/** Commands that run the service and reach any part of it. */
import type { Tree } from "./node.ts";

export const runTheService: Tree = {
  serve: {
    summary: "Run the whole service on this machine",
    load: () => import("../serve.ts"),
  },
  open: {
    summary: "Sign in to the console and open it in the browser",
    load: () => import("../open.ts"),
  },
  admin: {
    summary: "The service's store: organizations, API keys, jobs, audit log, backup",
    commands: {
      audit: { summary: "List how API keys were used or refused", load: () => import("../admin/audit.ts") },
      export: { summary: "Write the whole store to a file", load: () => import("../admin/export.ts") },
      import: { summary: "Fill an empty store from an export", load: () => import("../admin/import.ts") },
      jobs: {
        summary: "List jobs that were set aside, and how many are waiting",
        self: () => import("../admin/jobs/list.ts"),
        commands: {
          retry: {
            summary: "Put back jobs that were set aside",
            load: () => import("../admin/jobs/retry.ts"),
          },
        },
      },
      org: {
        summary: "Organizations in the store",
        commands: {
          list: { summary: "List organizations", load: () => import("../admin/org/list.ts") },
          create: { summary: "Create an organization", load: () => import("../admin/org/create.ts") },
          delete: {
            summary: "Delete an organization permanently",
            load: () => import("../admin/org/delete.ts"),
          },
        },
      },
      key: {
        summary: "Organizations' API keys",
        commands: {
          list: { summary: "List API keys, without the secrets", load: () => import("../admin/key/list.ts") },
          create: {
            summary: "Create an API key and show it once",
            load: () => import("../admin/key/create.ts"),
          },
          revoke: { summary: "Revoke an API key permanently", load: () => import("../admin/key/revoke.ts") },
        },
      },
    },
  },
  api: {
    summary: "Send any request to the service",
    load: () => import("../api.ts"),
  },
  mcp: {
    summary: "Let a coding agent use Parley: a server of the Model Context Protocol",
    load: () => import("../mcp.ts"),
  },
};
