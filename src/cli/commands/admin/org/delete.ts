import { arg, defineCommand } from "../../command.ts";
import { text } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about:
    `${DIRECTLY} Its keys are revoked first; then its agents, calls, recordings, simulations and everything else ` +
    "are deleted permanently, except its lines in the audit log. Refused while calls are being evaluated or runs " +
    "are in progress. If interrupted, run it again.",
  args: { organization: arg("<organization>", "its name or id, as `parley admin org list` shows it", text) },
  options: storeOptions,
  examples: [["parley admin org delete acme --yes", "deletes the organization without asking"]],
  view: { kind: "record" },
  async run(context, { organization, ...place }) {
    refuseDryRun(context);
    const { requireOrganization } = await import("../../../../service/administration/organizations.ts");
    const { deleteOrganization } = await import("../../../../service/administration/delete-organization.ts");
    const data = await withStore(context, place, async (store) => {
      const { id, name } = await requireOrganization(store.db, organization);
      await context.confirm(`Delete organization ${name} (${id}) and everything in it?`);
      return { deleted: true, ...(await deleteOrganization(store, id)) };
    });
    return { data };
  },
});
