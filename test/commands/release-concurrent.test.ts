/** Concurrent promotions by separate processes, against the real service. */
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeKnowledgeBases, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const service = useService();
const parley = useProgram(service);

describe.each([
  ["prompts", "prompts/versions", makePrompts],
  ["kb", "knowledge-bases/versions", makeKnowledgeBases],
] as const)("two parley %s promote at once", (group, versions, make) => {
  test("have one winner, and the other ends with 6 and says which version has the label", async () => {
    const { agent_id, path } = await makeAgent(service.acme);
    await make(service.acme, path, ["production"], [], []);
    const promote = (version: string) =>
      parley([
        ...[group, "promote", version, "production", "--expect", "1"],
        ...["--agent", String(agent_id), "--yes", "--json"],
      ]);
    const [second, third] = await Promise.all([promote("2"), promote("3")]);
    const [winner, loser, won] = second.code === 0 ? [second, third, 2] : [third, second, 3];
    expect([winner.code, loser.code]).toEqual([0, 6]);
    expect(winner.json).toMatchObject({ previous_version: 1, version: won, moved: true });
    expect(JSON.parse(loser.stderr).error.message).toMatch(
      new RegExp(`^production is on version ${won}, not on version 1 \\(moved by key [0-9a-f-]+ at .+\\)$`),
    );
    const { body } = await service.acme("GET", `${path}/${versions}?label=production`);
    expect(body).toMatchObject([{ version: won }]);
  });
});
