import { defineCommand } from "../../command.ts";
import { DIRECTLY, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about: DIRECTLY,
  options: storeOptions,
  examples: [
    ["parley admin org list", "every organization, with the number of valid keys and of agents"],
    [
      "parley admin org list --database-url postgres://parley@db.internal/parley",
      "the organizations in a PostgreSQL database",
    ],
  ],
  view: {
    kind: "rows",
    columns: ["id", "name", "keys", "agents", { title: "created", value: "created_at", kind: "time" }],
    empty: "no organizations",
  },
  async run(context, place) {
    const { listOrganizations } = await import("../../../../service/administration/organizations.ts");
    return { data: await withStore(context, place, listOrganizations) };
  },
});
