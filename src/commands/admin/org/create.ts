import { arg, defineCommand } from "../../command.ts";
import { text } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../store.ts";

export const command = defineCommand({
  about: `${DIRECTLY} Makes the store where there is none: the service finds it when it starts.`,
  args: { name: arg("<name>", "name of the organization, which no other has", text) },
  options: storeOptions,
  examples: [
    ["parley admin org create acme", "in the store of the user's data folder"],
    ["parley admin org create acme --data /srv/parley", "in the store of `parley serve --data /srv/parley`"],
  ],
  view: { kind: "record" },
  async run(context, { name, ...place }) {
    refuseDryRun(context);
    const { createOrganization } = await import("../../../service/administration/organizations.ts");
    const data = await withStore(context, place, (store) => createOrganization(store, name), {
      create: true,
    });
    return { data, hint: `\`parley admin key create ${data.id}\` makes a key for it` };
  },
});
