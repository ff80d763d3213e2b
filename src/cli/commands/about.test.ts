import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { aboutOf } from "./about.ts";
import type { Command } from "./command.ts";
import { isGroup } from "./tree/node.ts";
import { everyNode } from "./walk.ts";

const command = { examples: [], run: async () => ({ data: null }) } satisfies Command;

test("what a command is about ends with whether it needs an extension", () => {
  expect(aboutOf({ ...command, about: "Lists.", needs: ["list_agents"] })).toBe("Lists.");
  expect(aboutOf({ ...command, about: "Lists.", needs: ["list_labels"] })).toBe(
    "Lists. An extension of the API: not every service offers it.",
  );
  expect(aboutOf({ ...command, needs: ["list_labels"] })).toMatch(/^An extension/);
  expect(aboutOf(command)).toBe("");
});

const OPTIONAL = [
  "dh list: list_all_digital_humans",
  "metrics create: create_custom_metrics",
  "sim create: add_digital_humans",
  "judge marks: get_simulation_result",
  "judge marks: get_call_log",
  "push: plan_as_code",
  "call: get_result_recording",
];

const extensions = Object.entries(endpoints).filter(([, { tier }]) => tier !== "documented");

test.each(
  everyNode()
    .filter(({ node }) => !isGroup(node))
    .map(({ path }) => path.join(" ")),
)("%s names the extensions that its own file calls", async (path) => {
  const node = everyNode().find((one) => one.path.join(" ") === path);
  if (!node || isGroup(node.node)) throw new Error(path);
  const { needs = [] } = (await node.node.load()).command;
  const source = sourceOf(path);
  const called = extensions
    .map(([name]) => name)
    // An import that only an option or a rare case needs is not loaded by every call of the command.
    .filter((name) => source.includes(`("${name}"`) && !OPTIONAL.includes(`${path}: ${name}`));
  expect(needs).toEqual(expect.arrayContaining(called));
});

/** The file of a command. "" if a shared function creates it. */
function sourceOf(path: string): string {
  for (const file of [`${path.replace(" ", "/")}.ts`, `${path}/${path}.ts`])
    try {
      return readFileSync(`src/cli/commands/${file}`, "utf8");
    } catch {
      // Some commands have their own folder.
    }
  return "";
}
