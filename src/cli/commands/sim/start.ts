import { Failure, usage } from "../../../lib/failure.ts";
import { Faults } from "../../faults.ts";
import { arg, defineCommand, flag, list, type Opt, option, type Result } from "../command.ts";
import { integerFrom, numberBetween, uuid } from "../parsers.ts";
import { refuseGiven } from "../shared/refuse-given.ts";
import { httpUrl } from "../shared/url.ts";
import { matrixOptions } from "./matrix-option.ts";
import { callInstead } from "./shared/call-instead.ts";
import { gateOptions } from "./shared/gate-options.ts";
import { startedRun } from "./shared/started-run.ts";

const POLL_SECONDS = 2;
const BOT_POLL_SECONDS = 0.5;
const BOT_WAIT_SECONDS = 30;

const botWait = option(
  "--bot-wait <seconds>",
  `with --bot-url: how long to wait for the bot's answer (default: ${BOT_WAIT_SECONDS})`,
  numberBetween(0.1, 86_400),
);
const pollOption = option(
  "--poll <seconds>",
  "with --wait or --bot-url: longest time between requests to the service (default: 2, or 0.5 with --bot-url)",
  numberBetween(0.05, 3600),
);

export const command = defineCommand({
  needs: ["queue_http_text_simulation_run", "queue_simulation_run", "get_simulation"],
  about:
    "Starts a conversation with each digital human, as many times as its num_runs says; with `parley chat` you " +
    "speak as the agent. The service calls a voice agent. With " +
    "--bot-url, you need not register anything: each turn of a digital human is POSTed to that URL, and the " +
    "answer ({message, tool_calls}, or text) is the agent's turn; the agent's http_webhook gets nothing. The command ends when the run is over; if the " +
    "bot fails, it ends the conversations. With --wait, it waits for the run that it started and ends like `parley sim wait`, with " +
    "the same output. With --matrix, it does so for each combination of conditions, one run after the other, so that the " +
    "calls of one don't load the agent during another, and prints a table of them: the pass rate, the facts that came back right, and the " +
    "latency, each with its 95% interval; it ends with 0 if every run passed, and with 9 if not.",
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
    bot_wait: botWait,
    wait: flag("--wait", "wait until this run is over, then pass or fail by its verdicts"),
    ...matrixOptions,
    ...gateOptions,
    poll: pollOption,
  },
  examples: [
    ["parley sim start 7", "a run with every digital human in simulation 7"],
    ["parley sim start 7 --wait --min-pass-rate 0.9", "a CI gate on the run that it starts"],
    ["parley sim start 7 --bot-url http://127.0.0.1:9099/", "the agent answers at this URL"],
    [
      "parley sim start 7 --matrix audio_quality=high,low background_noise=none,cafe",
      "what noise and a bad line cost: a run of calls for each of the four combinations",
    ],
    [
      "parley sim start 7 --digital-human 501 --json --query simulation_result_ids",
      "the ids of the run's conversations",
    ],
  ],
  view: { kind: "record" },
  async run(
    context,
    { simulation_id, digital_human_ids, bot_url, bot_wait, wait, poll, matrix, run, ...given },
  ): Promise<Result> {
    const { prompt_id, knowledge_base_id, seed, ...gating } = given;
    refuseWithout({ wait, bot_url, bot_wait, poll, matrix, run, ...gating });
    const { gateOnRun, readGate } = await import("./shared/gate-on-run.ts");
    const gate = wait || matrix.length > 0 ? await readGate(context, gating) : undefined;
    const takesPlace =
      bot_url !== undefined &&
      (await (await import("./shared/play-bot.ts")).isConnected(context, simulation_id));
    const body = {
      simulation_id,
      ...(prompt_id !== undefined && { prompt_id }),
      ...(knowledge_base_id !== undefined && { knowledge_base_id }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
      ...(seed !== undefined && { seed }),
      ...(takesPlace && { without_webhook: true }),
    };
    if (matrix.length > 0 && gate) {
      const { startGrid } = await import("./start-grid.ts");
      return startGrid(context, { body, matrix, run, gate, poll: poll ?? POLL_SECONDS });
    }
    let isCalled = false;
    const data = await context.change("queue_http_text_simulation_run", { body }).catch((error: unknown) => {
      if (bot_url) throw error;
      isCalled = true;
      const { without_webhook: _, ...call } = body;
      return callInstead(
        { read: (...asked) => context.read(...asked), change: (...asked) => context.change(...asked) },
        call,
        error,
      );
    });
    const run_id = startedRun(data);
    const waiting = `parley sim wait ${simulation_id} --run ${run_id}`;
    if (bot_url) {
      const { playRun } = await import("./shared/play-bot.ts");
      const { urlBot } = await import("../../chat/bot-url.ts");
      await playRun(context, {
        simulation_run_id: run_id,
        bot: (signal) => urlBot(bot_url, (bot_wait ?? BOT_WAIT_SECONDS) * 1000, signal),
        poll_ms: (poll ?? BOT_POLL_SECONDS) * 1000,
      });
    }
    if (gate) {
      const which = { simulation_id: String(simulation_id), run_id, poll: poll ?? POLL_SECONDS };
      const judged = await gateOnRun(context, which, gate).catch((error: unknown) => {
        throw stillStarted(context.signal.aborted ? context.signal.reason : error, waiting);
      });
      return judged;
    }
    const [conversation] = data.simulation_result_ids;
    const ids = [data.simulation_run_id];
    if (bot_url)
      return {
        data,
        ids,
        hint: `next: \`${waiting}\` judges it, \`parley sim results ${run_id}\` lists its conversations`,
      };
    return {
      data,
      ids,
      hint:
        `next: \`${waiting}\` waits for it, \`parley sim results ${run_id}\` shows the outcome` +
        (conversation === undefined || isCalled
          ? ""
          : `; \`parley chat ${conversation}\` lets you speak as the agent`),
    };
  },
});

/** @throws Failure (usage) for options that mean nothing without --wait or --bot-url */
function refuseWithout(
  input: Readonly<Record<string, unknown>> & {
    readonly wait: boolean;
    readonly bot_url: URL | undefined;
    readonly matrix: readonly unknown[];
  },
): void {
  const faults = new Faults();
  const refuse = (options: Readonly<Record<string, Opt<unknown>>>, needed: string) =>
    refuseGiven(faults, input, options, {
      why: `requires ${needed}`,
      hint: `add ${needed}, or leave it out`,
    });
  const waits = input.wait || input.matrix.length > 0;
  if (!waits) refuse(gateOptions, "--wait");
  if (input.matrix.length === 0) refuse({ run: matrixOptions.run }, "--matrix");
  else if (input.bot_url)
    faults.add(
      usage("--matrix cannot be used with --bot-url", {
        hint: "conditions are of calls, and --bot-url is for texts: leave one of them out",
      }),
    );
  if (!input.bot_url) refuse({ bot_wait: botWait }, "--bot-url");
  if (!waits && !input.bot_url) refuse({ poll: pollOption }, "--wait or --bot-url");
  faults.refuse();
}

/** Why the wait failed, and how to resume it: the run has been started all the same. */
function stillStarted(error: unknown, waiting: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { hint, ...options } = error.options;
  const wait = `the run was started: wait for it with \`${waiting}\``;
  return new Failure(error.outcome, error.message, { ...options, hint: hint ? `${hint}\n${wait}` : wait });
}
