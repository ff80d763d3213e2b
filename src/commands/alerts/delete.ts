import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_alert"],
  args: { alert_id: arg("<alert-id>", "id of the alert, from `parley alerts list`", uuid) },
  options: {},
  examples: [
    ["parley alerts delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes the alert without asking"],
  ],
  view: { kind: "record" },
  async run(context, { alert_id }) {
    await context.confirm(`Delete alert ${alert_id}?`);
    return { data: await context.change("delete_alert", { params: { alert_id } }) };
  },
});
