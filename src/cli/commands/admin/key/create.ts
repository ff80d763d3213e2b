import { arg, defineCommand, option } from "../../command.ts";
import { text } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about: `${DIRECTLY} The key is shown only once: the store keeps its SHA-256. An organization can have any number of keys.`,
  args: { organization: arg("<organization>", "its name or id, as `parley admin org list` shows it", text) },
  options: {
    name: option("--name <name>", "what the key is for", text),
    ...storeOptions,
  },
  examples: [
    ["parley admin key create acme --name ci", "a new key for the organization acme"],
    ["parley admin key create acme --query key", "just the key, for a script"],
  ],
  view: { kind: "record" },
  async run(context, { organization, name, ...place }) {
    refuseDryRun(context);
    const { createKey } = await import("../../../../service/administration/keys.ts");
    const data = await withStore(context, place, (store) => createKey(store, organization, name));
    return { data, hint: "save the key: it is not shown again" };
  },
});
