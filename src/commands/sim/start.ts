import { arg, defineCommand, list, option } from "../command.ts";
import { integerFrom, uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["queue_http_text_simulation_run"],
  about:
    "Starts a conversation with each digital human, as many times as its num_runs says; with `parley chat` you speak as " +
    "the agent.",
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  options: {
    prompt_id: option(
      "--prompt <id>",
      "id of the prompt version to test (default: the one labelled production)",
      uuid,
    ),
    knowledge_base_id: option(
      "--kb <id>",
      "id of the knowledge base version to test (default: the one labelled production)",
      uuid,
    ),
    digital_human_ids: list(
      "--digital-human <id>",
      "only this digital human (default: all of the simulation's); repeatable",
      integerFrom(1),
    ),
    seed: option(
      "--seed <text>",
      "seed for random choices: the same seed repeats a run (default: the run's id)",
    ),
  },
  examples: [
    ["parley sim start 7", "a run with every digital human in simulation 7"],
    [
      "parley sim start 7 --digital-human 501 --json --query simulation_result_ids",
      "the ids of the run's conversations",
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
        `\`parley sim wait ${simulation_id} --run ${data.simulation_run_id}\` waits for it, ` +
        `\`parley sim results ${data.simulation_run_id}\` shows the outcome` +
        (conversation === undefined ? "" : `; \`parley chat ${conversation}\` lets you speak as the agent`),
    };
  },
});
