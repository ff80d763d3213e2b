import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { answered } from "../shared/change-every.ts";

export const command = defineCommand({
  needs: ["delete_digital_human"],
  about:
    "Deletes them one at a time, and stops at the first that cannot be deleted. They are removed from their " +
    "simulations; conversations that have started continue, and results are kept.",
  args: { ids: arg("<digital-human-id...>", "digital humans", integerFrom(1)) },
  examples: [["parley dh delete 501 502 --yes", "deletes two digital humans without asking"]],
  view: { kind: "rows", columns: ["id", "name", "tag"] },
  async run(context, { ids }) {
    const distinct = [...new Set(ids)];
    const what = distinct.length === 1 ? `digital human ${distinct[0]}` : `${distinct.length} digital humans`;
    await context.confirm(`Delete ${what}?`);
    const inputs = distinct.map((digital_human_id) => ({ params: { digital_human_id } }));
    const deleted = await context.changeEach("delete_digital_human", inputs);
    return { data: deleted.map((one, at) => answered(one, distinct[at] ?? 0)) };
  },
});
