import { arg, defineCommand, option } from "../../command.ts";
import { text } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../store.ts";

export const command = defineCommand({
  about: `${DIRECTLY} The answer alone shows the key: the store keeps its SHA-256. An organization may have any number of keys.`,
  args: { organization: arg("<organization>", "its name or id, as `parley admin org list` shows it", text) },
  options: {
    name: option("--name <name>", "what the key is for, to tell it from others", text),
    ...storeOptions,
  },
  examples: [
    ["parley admin key create acme --name ci", "one more key of the organization acme"],
    ["parley admin key create acme --query key -o json", "the key alone, for a script"],
  ],
  view: { kind: "record" },
  async run(context, { organization, name, ...place }) {
    refuseDryRun(context);
    const { createKey } = await import("../../../service/administration/keys.ts");
    const data = await withStore(context, place, (store) => createKey(store, organization, name));
    return { data, hint: "keep the key: it is not shown again" };
  },
});
