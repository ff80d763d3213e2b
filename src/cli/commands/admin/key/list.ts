import { defineCommand, option } from "../../command.ts";
import { text } from "../../parsers.ts";
import { DIRECTLY, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about: `${DIRECTLY} Generated keys are listed with their first characters, and keys from a seed file without them.`,
  options: {
    org: option("--org <organization>", "only this organization, by name or id", text),
    ...storeOptions,
  },
  examples: [
    [
      "parley admin key list",
      "every key: its organization, when it was created and last used, and whether it is revoked",
    ],
    ["parley admin key list --org acme -o csv", "the keys of acme, for a spreadsheet"],
  ],
  view: {
    kind: "rows",
    columns: [
      "id",
      "organization",
      "name",
      "beginning",
      { title: "created", value: "created_at", kind: "time" },
      { title: "last used", value: "last_used_at", kind: "time" },
      { title: "revoked", value: "revoked_at", kind: "time" },
    ],
    empty: "no keys",
  },
  async run(context, { org, ...place }) {
    const { listKeys } = await import("../../../../service/administration/keys.ts");
    return { data: await withStore(context, place, (store) => listKeys(store, org)) };
  },
});
