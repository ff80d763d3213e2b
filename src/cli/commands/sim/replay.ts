import type { Answer, Lenient } from "../../../contract/types.ts";
import { EXIT_CODES } from "../../../lib/failure.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["replay_simulation_result"],
  about:
    "Replays what the agent said to the digital human, at the same times and with the same seed. Its side of a " +
    "call is also rendered again and compared with the recording, and the agent's calls of the world's tools are made " +
    "again. The agent itself is not asked. Exits with 0 if everything is the same, byte for byte, and with 9 if not.",
  args: {
    simulation_result_id: arg("<simulation-result-id>", "id of a conversation, from `parley sim results`"),
  },
  examples: [["parley sim replay 12", "checks that conversation 12 replays exactly"]],
  view: { kind: "text", text: comparisonText },
  async run(context, { simulation_result_id }) {
    const data = await context.read("replay_simulation_result", { params: { simulation_result_id } });
    return { data, exitCode: data.same ? EXIT_CODES.done : EXIT_CODES.gate };
  },
});

function comparisonText(replay: Replay): string {
  const { simulation_result_id, same, turns, first_difference, recording, world } = replay;
  const about = `conversation ${simulation_result_id}, ${counted(turns, "turn")} of the digital human`;
  if (same || !first_difference) {
    const at_ms = recording?.first_difference_ms ?? null;
    if (at_ms !== null) return `${about}: the recording is different, starting at ${at_ms / 1000} s`;
    if (world?.first_difference) return `${about}: the same\n${worldText(world.first_difference)}`;
    const too = [
      ...(recording?.same ? ["its side of the recording"] : []),
      ...(world?.same && world.calls ? [`${counted(world.calls, "call")} of the world's tools`] : []),
    ];
    const heard = too.length > 0 ? `, and ${too.join(" and ")} too` : "";
    return `${about}: ${same ? `the same${heard}` : "different"}`;
  }
  const { turn, recorded, replayed } = first_difference;
  const { rules_version = 1, current_rules_version = 1 } = replay;
  return [
    `${about}: different, starting at turn ${turn}`,
    `- ${recorded ?? "nothing"}`,
    `+ ${replayed ?? "nothing"}`,
    ...(rules_version < current_rules_version
      ? [
          `The conversation was held by version ${rules_version} of the callers' rules, and this is version ${current_rules_version}. ` +
            "Callers have changed since, so the difference says nothing about the agent or the recording.",
        ]
      : []),
  ].join("\n");
}

const counted = (many: number | undefined, what: string) => `${many} ${many === 1 ? what : `${what}s`}`;

type Replay = Lenient<Answer<"replay_simulation_result">>;

const worldText = ({
  call,
  tool,
  recorded,
  replayed,
}: NonNullable<NonNullable<Replay["world"]>["first_difference"]>) =>
  [`call ${call} of the world's tools, ${tool}: different`, `- ${recorded}`, `+ ${replayed}`].join("\n");
