import { arg, defineCommand, list, option } from "../command.ts";
import { integerFrom, uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["queue_http_text_simulation_run"],
  about:
    "Begins a conversation with each digital human, as often as its num_runs says; `parley chat` speaks in it as " +
    "the agent.",
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  options: {
    prompt_id: option(
      "--prompt <id>",
      "the prompt version to test (default: that labelled production)",
      uuid,
    ),
    knowledge_base_id: option(
      "--kb <id>",
      "the knowledge base version to test (default: that labelled production)",
      uuid,
    ),
    digital_human_ids: list(
      "--digital-human <id>",
      "a digital human of the simulation (default: all of them); repeatable",
      integerFrom(1),
    ),
    seed: option("--seed <text>", "say the same as another run with this seed (default: the run's id)"),
  },
  examples: [
    ["parley sim start 7", "a run with every digital human of simulation 7"],
    [
      "parley sim start 7 --digital-human 501 --json --query simulation_result_ids",
      "the conversations of a run",
    ],
  ],
  view: { kind: "record" },
  async run(context, { simulation_id, prompt_id, knowledge_base_id, digital_human_ids, seed }) {
    const body = {
      simulation_id,
      ...(prompt_id !== undefined && { prompt_id }),
      ...(knowledge_base_id !== undefined && { knowledge_base_id }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
      ...(seed !== undefined && { seed }),
    };
    const data = await context.change("queue_http_text_simulation_run", { body });
    const [conversation] = data.simulation_result_ids;
    return {
      data,
      hint:
        `\`parley sim wait ${simulation_id} --run ${data.simulation_run_id}\` waits for its end, ` +
        `\`parley sim results ${data.simulation_run_id}\` shows what came of it` +
        (conversation === undefined ? "" : `; \`parley chat ${conversation}\` speaks as the agent`),
    };
  },
});
