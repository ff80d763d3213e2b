import { arg, defineCommand } from "../../command.ts";
import { uuid } from "../../parsers.ts";
import { DIRECTLY, refuseDryRun, storeOptions, withStore } from "../shared/store.ts";

export const command = defineCommand({
  about: `${DIRECTLY} Every service on this store refuses the key from its next request on. Asks first; this cannot be undone.`,
  args: { id: arg("<key-id>", "id of the key, as `parley admin key list` shows it", uuid) },
  options: storeOptions,
  examples: [
    ["parley admin key revoke 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "revokes the key without asking"],
  ],
  view: { kind: "record" },
  async run(context, { id, ...place }) {
    refuseDryRun(context);
    const { requireKey, revokeKey } = await import("../../../../service/administration/keys.ts");
    const data = await withStore(context, place, async (store) => {
      const key = await requireKey(store.db, id);
      const called = key.name ?? key.beginning ?? "unnamed";
      await context.confirm(`Revoke key ${key.id} (${called}) of ${key.organization}?`);
      return revokeKey(store, id);
    });
    return { data };
  },
});
