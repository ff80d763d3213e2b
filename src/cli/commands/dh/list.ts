import { usage } from "../../../lib/failure.ts";
import { arg, defineCommand, option, type Result } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { pageHint } from "../shared/page-hint.ts";
import { digitalHumanRows } from "./shared/view.ts";

export const command = defineCommand({
  about: "Lists the digital humans of a simulation or, without one, those of the organization, newest first.",
  args: { simulation_id: arg("[simulation-id]", "a simulation", integerFrom(1)) },
  options: {
    page: option("--page <n>", "this page of the organization's (the service's default: 1)", integerFrom(1)),
    page_size: option(
      "--page-size <n>",
      "the organization's digital humans per page (the service's default: 20)",
      integerFrom(1),
    ),
  },
  examples: [
    ["parley dh list 7", "the digital humans of simulation 7"],
    ["parley dh list 7 --json --query 'digital_humans[].name'", "just their names"],
    ["parley dh list --page-size 100", "the newest 100 of the organization"],
  ],
  view: digitalHumanRows,
  async run(context, { simulation_id, page, page_size }): Promise<Result> {
    if (simulation_id === undefined) {
      const data = await context.read("list_all_digital_humans", { query: { page, page_size } });
      const shown = pageHint(data, "digital humans");
      return { data, ...(shown && { hint: `${shown}; --page shows another` }) };
    }
    if (page !== undefined || page_size !== undefined)
      throw usage("--page and --page-size cannot be used with a simulation", {
        hint: "its digital humans are one list",
      });
    return { data: await context.read("list_digital_humans", { params: { simulation_id } }) };
  },
});
