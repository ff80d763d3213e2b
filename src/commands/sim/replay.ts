import type { Answer, Lenient } from "../../contract/types.ts";
import { EXIT_CODES } from "../../failure.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["replay_simulation_result"],
  about:
    "Gives the digital human what the agent said, at the same times and with the same seed. " +
    "Exits with 0 if everything it does is the same, byte for byte, and with 9 if not.",
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
  const { simulation_result_id, same, turns, first_difference } = replay;
  const about = `conversation ${simulation_result_id}, ${turns} ${turns === 1 ? "turn" : "turns"} of the digital human`;
  if (same || !first_difference) return `${about}: ${same ? "the same" : "different"}`;
  const { turn, recorded, replayed } = first_difference;
  return [
    `${about}: different, starting at turn ${turn}`,
    `- ${recorded ?? "nothing"}`,
    `+ ${replayed ?? "nothing"}`,
  ].join("\n");
}
