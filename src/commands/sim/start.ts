import type { Context } from "../../context.ts";
import { commandOf, reachOf } from "../../contract/rules/agent-reach.ts";
import type { Answer, Body, Lenient } from "../../contract/types.ts";
import { Failure } from "../../failure.ts";
import { arg, defineCommand, list, option } from "../command.ts";
import { integerFrom, numberBetween, uuid } from "../parsers.ts";
import { httpUrl } from "../url.ts";

export const command = defineCommand({
  needs: ["queue_http_text_simulation_run", "queue_simulation_run", "get_simulation"],
  about:
    "Starts a conversation with each digital human, as many times as its num_runs says; with `parley chat` you " +
    "speak as the agent. A voice agent with connection_type WEBSOCKET is called at its websocket_url. With " +
    "--bot-url, you need not register anything: each turn of a digital human is POSTed to that URL, and the " +
    "answer ({message, tool_calls}, or text) is the agent's turn; the agent's http_webhook gets nothing. The command ends when the run is over; if the " +
    "bot fails, it ends the conversations.",
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
    bot_url: option("--bot-url <url>", "the program at this URL is the agent until the run is over", httpUrl),
    poll: option(
      "--poll <seconds>",
      "with --bot-url: time between requests to the service",
      numberBetween(0.05, 3600),
      0.5,
    ),
    wait: option(
      "--wait <seconds>",
      "with --bot-url: how long to wait for the bot's answer",
      numberBetween(0.1, 86_400),
      30,
    ),
  },
  examples: [
    ["parley sim start 7", "a run with every digital human in simulation 7"],
    ["parley sim start 7 --bot-url http://127.0.0.1:9099/", "the agent answers at this URL"],
    [
      "parley sim start 7 --digital-human 501 --json --query simulation_result_ids",
      "the ids of the run's conversations",
    ],
  ],
  view: { kind: "record" },
  async run(
    context,
    { simulation_id, prompt_id, knowledge_base_id, digital_human_ids, seed, bot_url, poll, wait },
  ) {
    const takesPlace =
      bot_url !== undefined && (await (await import("./play-bot.ts")).isConnected(context, simulation_id));
    const body = {
      simulation_id,
      ...(prompt_id !== undefined && { prompt_id }),
      ...(knowledge_base_id !== undefined && { knowledge_base_id }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
      ...(seed !== undefined && { seed }),
      ...(takesPlace && { without_webhook: true }),
    };
    let isCalled = false;
    const data = await context.change("queue_http_text_simulation_run", { body }).catch((error: unknown) => {
      isCalled = true;
      return callInstead(context, body, error, bot_url !== undefined);
    });
    const [conversation] = data.simulation_result_ids;
    const ids = [data.simulation_run_id];
    if (bot_url) {
      const { playRun } = await import("./play-bot.ts");
      const { simulation_run_id } = data;
      await playRun(context, {
        simulation_run_id: Number(simulation_run_id),
        bot_url,
        poll_ms: poll * 1000,
        timeout_ms: wait * 1000,
      });
      return {
        data,
        ids,
        hint: `next: \`parley sim wait ${simulation_id} --run ${simulation_run_id}\` judges it, \`parley sim results ${simulation_run_id}\` lists its conversations`,
      };
    }
    return {
      data,
      ids,
      hint:
        `next: \`parley sim wait ${simulation_id} --run ${data.simulation_run_id}\` waits for it, ` +
        `\`parley sim results ${data.simulation_run_id}\` shows the outcome` +
        (conversation === undefined || isCalled
          ? ""
          : `; \`parley chat ${conversation}\` lets you speak as the agent`),
    };
  },
});

type Queued = Lenient<Answer<"queue_simulation_run">>;
/**
 * Calls a voice agent after the service has refused a text run with it and started nothing. If the agent's
 * record has no address to call, the refusal says what to do next.
 */
async function callInstead(
  context: Context,
  body: Body<"queue_simulation_run">,
  refused: unknown,
  has_bot: boolean,
): Promise<Queued> {
  if (has_bot || !(refused instanceof Failure) || refused.outcome !== "refused") throw refused;
  const simulation_id = Number(body.simulation_id);
  const { agent_id } = await context.read("get_simulation", { params: { simulation_id } });
  const agents = await context.read("list_agents", {});
  const agent = agents.find(({ id }) => String(id) === String(agent_id));
  if (!agent || agent.mode === "TEXT") throw refused;
  const reach = reachOf(agent);
  if (reach.by === null)
    throw new Failure(refused.outcome, refused.message, {
      ...refused.options,
      hint: `${reach.why} Next: \`${commandOf(agent.id, reach)}\``,
    });
  return context.change("queue_simulation_run", { body });
}
