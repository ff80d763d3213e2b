import { EXIT_CODES, usage } from "../../../lib/failure.ts";
import { resultText } from "../call.ts";
import { arg, defineCommand, option } from "../command.ts";
import { integerFrom, numberBetween } from "../parsers.ts";
import { follow, followOptions, simulationOf } from "../shared/follow-call.ts";
import { address } from "../shared/webhook-key.ts";

/** The environment variable that has the token. */
const TOKEN = "PARLEY_VOICE_TOKEN";
const TOKEN_LENGTH = 16;
/** What fits into a header and a URL. */
const TOKEN_FORM = new RegExp(`^[\\x21-\\x7e]{${TOKEN_LENGTH},}$`);

export const command = defineCommand({
  needs: ["queue_simulation_run"],
  about:
    "Waits until the agent connects over WebSocket, then has the digital human speak with it over that " +
    "connection. Use it for an agent on a laptop or in CI that has no public address. The agent sends the printed " +
    "token, as a bearer token or in ?token=, and speaks as if it had been called. The service must be able to " +
    "reach this machine. The command exits with 0 if the call passed, 9 if not or if the time runs out.",
  args: { digital_human_id: arg("<digital-human-id>", "who speaks with the agent", integerFrom(1)) },
  options: {
    listen: option("--listen <host:port>", "address to listen on (default: 127.0.0.1:9097)", address),
    simulation: option(
      "--simulation <id>",
      "simulation whose agent connects (default: the first that the digital human belongs to)",
      integerFrom(1),
    ),
    seed: option("--seed <text>", "seed for random choices: the same seed gives the same caller"),
    wait: option(
      "--wait <seconds>",
      "how long to wait for the agent (default: until Ctrl-C)",
      numberBetween(1, 86_400),
    ),
    ...followOptions,
  },
  examples: [
    ["parley voice listen 501", "waits for an agent on this machine"],
    [
      "PARLEY_VOICE_TOKEN=0123456789abcdef parley voice listen 501 --wait 60",
      "in CI, with a token that the agent knows",
    ],
  ],
  view: { kind: "text", wraps: true, text: resultText },
  async run(context, { digital_human_id, listen, simulation, seed, wait, poll, max_wait }) {
    const given = context.env[TOKEN];
    if (given !== undefined && !TOKEN_FORM.test(given))
      throw usage(
        `${TOKEN} must have at least ${TOKEN_LENGTH} characters, letters, digits and signs of ASCII, without blanks`,
        { hint: "leave it out, and a random token is printed" },
      );
    // A service that ignores the door's URL would call the agent's own line instead.
    const { requireOwnFields } = await import("../shared/offered.ts");
    await requireOwnFields(context, ["voice listen"]);
    const simulation_id = simulation ?? (await simulationOf(context, digital_human_id));
    const { openDialIn } = await import("../../listen/dial-in.ts");
    const door = await openDialIn({ ...(listen ?? { host: "127.0.0.1", port: 9097 }), token: given });
    try {
      const shown = given === undefined ? `?token=${door.token}` : ` (token: ${TOKEN})`;
      await context.terminal.note(`waiting for the agent (stop with Ctrl-C): ${door.url}${shown}`);
      await door.arrival(context.signal, wait === undefined ? undefined : wait * 1000);
      const body = {
        simulation_id,
        digital_human_ids: [digital_human_id],
        num_runs: 1,
        websocket_url: door.inner_url,
        ...(seed !== undefined && { seed }),
      };
      const { simulation_result_ids } = await context.change("queue_simulation_run", { body });
      const [simulation_result_id = ""] = simulation_result_ids.map(String);
      const data = await follow(context, simulation_result_id, { poll, max_wait });
      return {
        data,
        ids: [data.id],
        hint: `\`parley sim result ${data.id}\` shows it again`,
        exitCode: data.outcome === "passed" ? EXIT_CODES.done : EXIT_CODES.gate,
      };
    } finally {
      await door.close();
    }
  },
});
