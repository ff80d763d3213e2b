import type { Answer, Lenient } from "../../contract/types.ts";

type DigitalHuman = Lenient<Answer<"get_digital_human">>["digital_human"];

/** Describes a digital human, with one line per field. Empty fields are omitted. */
export function cardOf(human: DigitalHuman): string {
  const traits = human.traits?.map(
    ({ trait_name, value }) => `${trait_name}: ${JSON.stringify(value ?? null)}`,
  );
  const rows: readonly (readonly [string, unknown])[] = [
    ["id", human.id],
    ["name", human.name],
    ["role", human.role_description],
    ["intent", human.intent],
    ["success", human.success_criteria],
    ["language", [human.language, human.accent].filter(Boolean).join(", ")],
    ["verbosity", human.verbosity],
    ["traits", traits?.join(", ")],
    ["expects", human.expected_tool_calls?.map(({ name }) => name).join(", ")],
  ];
  return rows
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => `  ${name.padEnd(9)}  ${String(value).replaceAll("\n", "\n             ")}`)
    .join("\n");
}
