import type { Answer, Lenient } from "../../contract/types.ts";
import { EXIT_CODES } from "../../failure.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["replay_simulation_result"],
  about:
    "The digital human meets again with what the agent said, at the time it said it, and draws from the same seed. " +
    "Ends with 0 when everything it does is the same byte for byte, with 9 when not.",
  args: {
    simulation_result_id: arg("<simulation-result-id>", "a conversation, as `parley sim results` shows it"),
  },
  examples: [["parley sim replay 12", "whether conversation 12 can be played again to the letter"]],
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
    `${about}: different from turn ${turn} on`,
    `- ${recorded ?? "nothing"}`,
    `+ ${replayed ?? "nothing"}`,
  ].join("\n");
}
