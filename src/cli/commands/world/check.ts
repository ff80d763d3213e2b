import { counted } from "../../../engine/words/counted.ts";
import { requireWorld } from "../../manifest/world-file.ts";
import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";

export const command = defineCommand({
  about:
    "Checks a world: its tables, the arguments of its tools, and every step. Unknown tables, columns and names, and " +
    "steps that are never reached, are listed with their line and column, and the exit code is 2.",
  args: { file: arg("<file>", "a world", text) },
  examples: [["parley world check world.yaml", "every mistake with its line and column"]],
  view: {
    kind: "rows",
    rows: "tools",
    columns: ["name", "description", "arguments"],
  },
  async run(context, { file }) {
    const { world } = await requireWorld(file, context);
    const tables = [...world.tables.values()].map(({ name, rows, columns }) => ({
      name,
      rows: rows.length,
      columns: [...columns],
    }));
    const tools = [...world.tools.values()].map(({ name, description, input }) => ({
      name,
      description: description ?? "",
      arguments: Object.keys(input["properties"] ?? {}).join(", "),
    }));
    const contents = tables.map(({ name, rows }) => `${name} (${counted(rows, "row")})`);
    return { data: { tables, tools }, hint: `no mistakes; tables: ${contents.join(", ")}` };
  },
});
