import { usage } from "../../failure.ts";
import { arg, defineCommand, flag } from "../command.ts";
import { uuid } from "../parsers.ts";
import { conditionOptions, fieldsFrom } from "./condition.ts";

export const command = defineCommand({
  needs: ["update_alert"],
  about:
    "Changes only the fields that you name. A new condition resets the count. --notify and --agent-id replace all " +
    "earlier values.",
  args: { alert_id: arg("<alert-id>", "id of the alert, from `parley alerts list`", uuid) },
  options: {
    ...conditionOptions,
    enable: flag("--enable", "switch it on"),
    disable: flag("--disable", "switch it off"),
  },
  examples: [
    ["parley alerts update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --min-events 3", "triggers sooner"],
    ["parley alerts update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --disable", "switches it off"],
  ],
  view: { kind: "record" },
  async run(context, { alert_id, enable, disable, ...flags }) {
    if (enable && disable) throw usage("--enable and --disable cannot be used together");
    const body = { ...fieldsFrom(flags), ...((enable || disable) && { is_enabled: enable }) };
    if (Object.keys(body).length === 0)
      throw usage("nothing to change", { hint: "give a new condition, --notify, --enable or --disable" });
    return { data: await context.change("update_alert", { params: { alert_id }, body }) };
  },
});
