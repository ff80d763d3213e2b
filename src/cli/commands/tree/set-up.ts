/** Commands that set Parley up. */
import type { Tree } from "./node.ts";

export const setUp: Tree = {
  auth: {
    summary: "Profiles: stored base URLs and API keys",
    commands: {
      login: { summary: "Store a base URL and an API key", load: () => import("../auth/login.ts") },
      logout: { summary: "Delete a stored profile", load: () => import("../auth/logout.ts") },
      status: {
        summary: "Show the current settings, and whether they work",
        load: () => import("../auth/status.ts"),
      },
      list: { summary: "List the stored profiles", load: () => import("../auth/list.ts") },
      use: { summary: "Choose the current profile", load: () => import("../auth/use.ts") },
    },
  },
  init: {
    summary: "Create a project file, an example and editor schemas here",
    load: () => import("../init.ts"),
  },
  validate: { summary: "Check manifests offline", load: () => import("../validate.ts") },
  schema: {
    summary: "Print a JSON Schema, or the OpenAPI document",
    load: () => import("../schema.ts"),
  },
  docs: { summary: "Read the documentation offline", load: () => import("../docs.ts") },
  doctor: { summary: "Find problems with your setup", load: () => import("../doctor.ts") },
  completion: {
    summary: "Print a completion script for your shell",
    load: () => import("../completion.ts"),
  },
};
