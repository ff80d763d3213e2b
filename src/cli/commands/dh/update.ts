import { bodyOptions, unsetOption } from "../body/options.ts";
import { arg, defineCommand, type Result } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { changeEvery } from "../shared/change-every.ts";
import { warning } from "../shared/manifest-options.ts";
import { digitalHumanRecord, digitalHumanRows, simulationsHint } from "./shared/view.ts";

export const command = defineCommand({
  about:
    "Sends only the fields that you name; all others are unchanged. A list or object that you name replaces the " +
    "stored one as a whole, including `simulation_ids`. The file is of kind DigitalHuman or the plain body of the " +
    "request. A --set value has the type of its field: text, a number, true or false, or JSON for a list or an " +
    "object. If you name several digital humans, all get the same change. If one is refused, the others are still " +
    "changed, and the exit code is 8.",
  args: { ids: arg("<digital-human-id...>", "digital humans", integerFrom(1)) },
  options: { ...bodyOptions, unset: unsetOption },
  examples: [
    ["parley dh update 501 --set creativity=0.3 --unset accent", "changes one field and clears another"],
    [`parley dh update 501 --set hangup_phrases='["bye"]'`, "sets a list, as JSON"],
    ["parley dh update 501 502 503 --set voice_speed=fast", "the same change for three"],
    [
      "parley dh update 501 --set traits.0.trait_name=vip --set traits.0.value=true",
      "sets a list, field by field",
    ],
  ],
  view: digitalHumanRecord,
  async run(context, { ids, file, ...changes }): Promise<Result> {
    const { UpdateDigitalHuman } = await import("../../../contract/schemas/digital-human.ts");
    const { readPatch } = await import("./shared/file.ts");
    const { readChanges } = await import("../body/read.ts");
    const fields =
      file === undefined
        ? {}
        : await warning(context, changes, (openness) => readPatch(context, file, openness));
    const body = await readChanges(context, { schema: UpdateDigitalHuman, fields, ...changes });
    if (ids.length === 1) {
      const params = { digital_human_id: ids[0] ?? 0 };
      const data = await context.change("update_digital_human", { params, body });
      return { data, hint: simulationsHint(data) };
    }
    const changed = await changeEvery(
      context,
      "update_digital_human",
      ids,
      (id) => ({ params: { digital_human_id: Number(id) }, body }),
      { things: "digital humans", done: "changed" },
    );
    const digital_humans = changed.map(({ digital_human }) => digital_human);
    return { data: { digital_humans }, view: digitalHumanRows };
  },
});
