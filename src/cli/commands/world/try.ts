import { differenceInWords } from "../../../engine/rules-language/state-in-words.ts";
import { callTool } from "../../../engine/world/call.ts";
import { differenceOf, stateAfter } from "../../../engine/world/state.ts";
import type { Change } from "../../../engine/world/world.ts";
import { EXIT_CODES, usage } from "../../../lib/failure.ts";
import { requireWorld } from "../../manifest/world-file.ts";
import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";

interface Tried {
  readonly calls: readonly { readonly tool: string; readonly status: number; readonly answer: unknown }[];
  readonly changes: readonly string[];
}

export const command = defineCommand({
  about:
    "Calls tools of a world, one after the other, and shows what each answers and what has changed in the tables. " +
    "Nothing is stored: the next time, the tables are as the file says. If a call fails, the exit code is 9.",
  args: {
    file: arg("<file>", "a world", text),
    tool: arg("<tool>", "the tool to call", text),
    rest: arg("[arguments...]", "its arguments as JSON; then further tools, each with its arguments"),
  },
  examples: [
    [
      `parley world try world.yaml reserve_table '{"day": "friday", "people": 2, "name": "Jordan Lee"}'`,
      "the answer, and the row that is new",
    ],
    [
      `parley world try world.yaml reserve_table '{"day": "friday"}' list_bookings '{}'`,
      "two calls; the second sees what the first has done",
    ],
  ],
  view: {
    kind: "text",
    text: ({ calls, changes }: Tried) =>
      [
        ...calls.map(({ tool, status, answer }) => `${tool} ${status}  ${JSON.stringify(answer)}`),
        ...(changes.length > 0 ? changes.map((line) => `  ${line}`) : ["  nothing has changed"]),
      ].join("\n"),
  },
  async run(context, { file, tool, rest }) {
    const { world } = await requireWorld(file, context);
    const given = [tool, ...rest];
    const made: { call: number; changes: readonly Change[] }[] = [];
    const calls: Tried["calls"][number][] = [];
    const counts = new Map<string, number>();
    let fault: string | undefined;
    for (let at = 0; at < given.length; at += 2) {
      const name = given[at] ?? "";
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      const answered = callTool(
        world,
        stateAfter(
          world.tables,
          made.flatMap(({ changes }) => changes),
        ),
        {
          tool: name,
          arguments: argumentsFrom(given[at + 1] ?? "{}", name),
          nth,
          began_at: "2026-01-01T09:00:00Z",
        },
      );
      made.push({ call: calls.length + 1, changes: answered.changes });
      calls.push({ tool: name, status: answered.status, answer: answered.answer });
      fault ??= answered.fault;
    }
    const data: Tried = { calls, changes: differenceOf(made).map(differenceInWords) };
    return {
      data,
      ...(calls.some(({ status }) => status !== 200) && { exitCode: EXIT_CODES.gate }),
      ...(fault !== undefined && { hint: `the world is at fault: ${fault}` }),
    };
  },
});

function argumentsFrom(json: string, tool: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw usage(`the arguments of ${tool} are not valid JSON: ${json.slice(0, 60)}`, {
      hint: `write them in single quotes, such as '{"day": "friday"}'`,
    });
  }
}
