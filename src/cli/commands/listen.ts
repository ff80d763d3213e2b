import { join } from "node:path";
import { Failure } from "../../lib/failure.ts";
import { dataFolder } from "../config/paths.ts";
import type { Context } from "../context.ts";
import type { Delivery } from "../listen/delivery.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { defineCommand, option } from "./command.ts";
import { numberBetween, type Parser } from "./parsers.ts";
import { agentOption } from "./shared/agent-option.ts";
import { createPrinter, type StreamView } from "./shared/stream.ts";
import { untilStopped } from "./shared/until-stopped.ts";
import { httpUrl } from "./shared/url.ts";
import {
  address,
  keyFromEnvironment,
  keyOfAgent,
  signatureHeaders,
  signatureOptions,
} from "./shared/webhook-key.ts";

const names: Parser<readonly string[]> = {
  parse: (text) => text.split(",").map((name) => name.trim()),
};

/** A delivery in the form in which it is printed. */
interface Shown {
  readonly delivery: string;
  readonly event: string | null;
  readonly received_at: string;
  readonly body: unknown;
}

const view: StreamView<Shown> = {
  columns: ["received_at", "event", "delivery", { title: "body", value: ({ body }: Shown) => oneLine(body) }],
  text: ({ received_at, event, delivery, body }) =>
    `${received_at.slice(11, 19)}Z  ${event ?? "-"}  ${sanitizeLine(delivery)}\n  ${oneLine(body)}`,
};

const oneLine = (body: unknown) => sanitizeLine(typeof body === "string" ? body : JSON.stringify(body));

export const command = defineCommand({
  about:
    "Listens on an address of this machine. It opens no tunnel, so a remote service needs a way to reach it. A delivery is " +
    "refused with 401 unless it is signed with the key: as Standard Webhooks are, not more than --tolerance seconds ago, " +
    "or with HMAC-SHA256 of the raw body as hex, bare or after `sha256=`. " +
    "One that arrives twice is shown once. Deliveries are kept for --replay, up to 16 MiB, and answered with 200 " +
    "whatever the --forward target says. With --json or -o jsonl, prints one JSON object per line: {delivery, event, " +
    "received_at, body}. Stop it with Ctrl-C.",
  options: {
    listen: option("--listen <host:port>", "address to listen on (default: 127.0.0.1:9099)", address),
    forward: option("--forward <url>", "forward each delivery unchanged, with the same headers", httpUrl),
    events: option("--events <a,b>", "only these events; others are accepted and dropped", names),
    replay: option("--replay <delivery>", "send a kept delivery to --forward again, or print it, then exit"),
    tolerance: option(
      "--tolerance <seconds>",
      "how long ago a delivery may have been signed (default: 300); if given, deliveries without a signed time are refused",
      numberBetween(1, 86_400),
    ),
    agent: agentOption,
    ...signatureOptions,
  },
  examples: [
    ["parley listen --agent 101", "webhooks signed with the key of agent 101"],
    [
      "PARLEY_WEBHOOK_SECRET=whsec_ci parley listen --events simulation_ended -o jsonl",
      "the end of each simulation, for a program",
    ],
    [
      "parley listen --forward http://127.0.0.1:3000/hook --replay 4b5e…",
      "sends an earlier delivery to the program under test once more",
    ],
  ],
  async run(context, input) {
    const { KeptDeliveries } = await import("../listen/kept.ts");
    const kept = new KeptDeliveries(join(dataFolder(context.env, context.platform), "webhooks.jsonl"));
    if (input.replay !== undefined) {
      const delivery = await kept.find(input.replay);
      if (!delivery)
        throw new Failure("not_found", `delivery ${input.replay} was not found among those kept here`, {
          hint: "`parley listen` prints the id of each delivery",
        });
      return replay(delivery, input.forward);
    }
    const { secret_env, agent } = input;
    const key =
      keyFromEnvironment(context, secret_env) ?? (await keyOfAgent(context, await context.agent(agent)));
    const print = await createPrinter(context, view);
    const { contentOf } = await import("../listen/delivery.ts");
    const { SeenDeliveries } = await import("../listen/seen.ts");
    const { startReceiver } = await import("../listen/receiver.ts");
    const forwarding = new Set<Promise<void>>();
    const receiver = await startReceiver({
      ...(input.listen ?? { host: "127.0.0.1", port: 9099 }),
      key,
      signature_headers: signatureHeaders(input.signature_headers),
      tolerance: input.tolerance,
      seen: new SeenDeliveries((await kept.all()).map(({ id }) => id)),
      async receive(delivery) {
        if (input.events && !input.events.includes(delivery.event ?? "")) return;
        await kept.keep(delivery);
        await print(toShown(delivery, contentOf(delivery)));
        if (!input.forward) return;
        const work = tellForward(context, delivery, input.forward);
        forwarding.add(work);
        void work.finally(() => forwarding.delete(work));
      },
      refused: (reason) => void context.terminal.alert(`refused: ${sanitizeLine(reason)}`),
    });
    await context.terminal.note(`listening on ${receiver.url}; stop with Ctrl-C`);
    // Once the reader of the output has gone, nobody sees what arrives.
    await untilStopped(AbortSignal.any([context.signal, context.terminal.outputLost]));
    await receiver.close();
    await Promise.all(forwarding);
    return { data: undefined };
  },
});

const toShown = ({ id, event, received_at }: Delivery, body: unknown): Shown => ({
  delivery: id,
  event: event ?? null,
  received_at,
  body,
});

async function replay(delivery: Delivery, target: URL | undefined) {
  const { contentOf } = await import("../listen/delivery.ts");
  const data = toShown(delivery, contentOf(delivery));
  if (!target) return { data };
  const { forward } = await import("../listen/forward.ts");
  const status = await forward(target, delivery).catch((error: Error) => {
    throw new Failure("network", `could not deliver to ${target}: ${error.message}`);
  });
  if (status >= 300) throw new Failure("failed", `${target} answered ${status}`);
  return { data: { ...data, forwarded_to: target.href, status } };
}

/** Keeps listening even if the target fails. */
async function tellForward({ terminal }: Context, delivery: Delivery, target: URL): Promise<void> {
  const { forward } = await import("../listen/forward.ts");
  const answered = await forward(target, delivery).then(
    (status) => `${target} answered ${status}`,
    (error: Error) => `not forwarded to ${target}: ${error.message}`,
  );
  const failed = !/answered 2\d\d$/.test(answered);
  if (failed) await terminal.alert(`${delivery.id}: ${answered}; send it again with --replay ${delivery.id}`);
  else await terminal.note(`${delivery.id}: ${answered}`);
}
