import { usage } from "../../failure.ts";
import { bodyOptions, unsetOption } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";
import { warning } from "../manifest-options.ts";
import { integerFrom } from "../parsers.ts";
import { digitalHumanRecord, simulationsHint } from "./view.ts";

export const command = defineCommand({
  about:
    "Sends only the fields that you name; all others are unchanged. A list or object that you name replaces " +
    "the stored one as a whole, `simulation_ids` too. The file is of kind DigitalHuman or the plain body of the request. " +
    "A --set value has the type of its field: text, a number, true or false, or JSON for a list or an object.",
  args: { digital_human_id: arg("<digital-human-id>", "a digital human", integerFrom(1)) },
  options: { ...bodyOptions, unset: unsetOption },
  examples: [
    ["parley dh update 501 --set creativity=0.3 --unset accent", "changes one field and clears another"],
    [`parley dh update 501 --set hangup_phrases='["bye"]'`, "sets a list, as JSON"],
    [
      "parley dh update 501 --set traits.0.trait_name=vip --set traits.0.value=true",
      "sets a list, field by field",
    ],
  ],
  view: digitalHumanRecord,
  async run(context, { digital_human_id, file, ...changes }) {
    const { UpdateDigitalHuman } = await import("../../contract/schemas/digital-human.ts");
    const { readPatch } = await import("./file.ts");
    const { readBody } = await import("../body/read.ts");
    const fields =
      file === undefined
        ? {}
        : await warning(context, changes, (openness) => readPatch(context, file, openness));
    const body = await readBody(context, { noun: "patch", schema: UpdateDigitalHuman, fields, ...changes });
    if (Object.keys(body).length === 0)
      throw usage("nothing to change", {
        hint: "give fields with --set path=value, --unset path or -f <file>",
      });
    const data = await context.change("update_digital_human", { params: { digital_human_id }, body });
    return { data, hint: simulationsHint(data) };
  },
});
