import { arg, defineCommand } from "../../command.ts";
import { text } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about:
    `${DIRECTLY} If the folder in --data has no store, this creates one. The service finds the organization when ` +
    "it starts.",
  args: { name: arg("<name>", "a unique name for the organization", text) },
  options: storeOptions,
  examples: [
    ["parley admin org create acme", "in the store of the user's data folder, which must exist already"],
    ["parley admin org create acme --data /srv/parley", "in the store of `parley serve --data /srv/parley`"],
  ],
  view: { kind: "record" },
  async run(context, { name, ...place }) {
    refuseDryRun(context);
    const { createOrganization } = await import("../../../../service/administration/organizations.ts");
    const data = await withStore(context, place, (store) => createOrganization(store, name), {
      create: true,
    });
    return { data, hint: `\`parley admin key create ${data.id}\` creates a key for it` };
  },
});
