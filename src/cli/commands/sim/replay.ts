import type { Answer, Lenient } from "../../../contract/types.ts";
import { EXIT_CODES } from "../../../lib/failure.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["replay_simulation_result"],
  about:
    "Replays what the agent said to the digital human, at the same times and with the same seed. Its side of a " +
    "call is also rendered again and compared with the recording. Exits with 0 if everything is the same, byte " +
    "for byte, and with 9 if not.",
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

function comparisonText(replay: Lenient<Answer<"replay_simulation_result">>): string {
  const { simulation_result_id, same, turns, first_difference, recording } = replay;
  const about = `conversation ${simulation_result_id}, ${turns} ${turns === 1 ? "turn" : "turns"} of the digital human`;
  const heard = recording?.same ? ", and its side of the recording too" : "";
  if (same || !first_difference) {
    const at_ms = recording?.first_difference_ms ?? null;
    if (at_ms !== null) return `${about}: the recording is different, starting at ${at_ms / 1000} s`;
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
