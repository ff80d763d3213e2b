import { NAME_DIALECTS } from "../../contract/values.ts";
import { Failure, usage } from "../../lib/failure.ts";
import { LOG_FORMATS, type Log } from "../../service/observe/log.ts";
import type { Tracing } from "../../service/observe/tracing.ts";
import { ROLES } from "../../service/role.ts";
import type { RunningService } from "../../service/server.ts";
import { blobStore } from "../config/blobs.ts";
import { modelSettings } from "../config/model.ts";
import { tracingSettings } from "../config/tracing.ts";
import { voiceSettings } from "../config/voice.ts";
import type { Context } from "../context.ts";
import { sanitize, sanitizeLine } from "../terminal/sanitize.ts";
import { defineCommand, flag, list, option } from "./command.ts";
import { age, numberBetween, oneOf, port as portNumber, text } from "./parsers.ts";
import { rate } from "./rate.ts";
import { exportLine, storeLocalProfile } from "./shared/local-profile.ts";
import { warning } from "./shared/manifest-options.ts";
import { PERMISSIONS, type Permission } from "./shared/permissions.ts";
import {
  blobsOption,
  dataOption,
  describePlace,
  explainStore,
  recordingsBeside,
  servicePlace,
  type storePlace,
} from "./shared/store-place.ts";
import { untilStopped } from "./shared/until-stopped.ts";
import { votes } from "./shared/votes.ts";

const STDERR = 2;

/** What a person can do while it runs. */
const nextSteps = (hasConsole: boolean) => [
  ...(hasConsole ? ["  `parley open` shows the console"] : []),
  "  `parley doctor` checks the connection",
  "  `parley agents create` adds an agent",
];

const publicUrl = {
  parse(value: string): string {
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/$/, "");
    throw usage(`must be a URL with http:// or https://, not "${value}"`);
  },
};

export const command = defineCommand({
  about:
    "It stores data, enforces the rules, plays digital humans and evaluates calls, all on this machine. When ready, it " +
    "prints its URL and the API keys (with --json as one line on stdout). It stops at Ctrl-C or SIGTERM, after " +
    "finishing requests in flight. Started again on the same data, it continues where it left off. Metrics without rules are judged " +
    "by the model set in PARLEY_LLM_BASE_URL, PARLEY_LLM_MODEL and PARLEY_LLM_API_KEY; without one it makes no " +
    "connection. If OTEL_EXPORTER_OTLP_ENDPOINT is set, traces go there.",
  options: {
    port: option("--port <n>", "port to listen on; 0 picks a free one", portNumber, 8787),
    host: option("--host <address>", "address to listen on", text, "127.0.0.1"),
    allowed_host: list(
      "--allowed-host <name>",
      "answer requests for this host name (default: this machine's names on loopback, otherwise every name); repeatable",
    ),
    public_url: option(
      "--public-url <url>",
      "where agents reach this service; a world's address begins with it (default: the address that it listens on)",
      publicUrl,
    ),
    data: dataOption,
    memory: flag("--memory", "keep everything in memory only; it is lost when the service stops"),
    database_url: option(
      "--database-url <url>",
      "a PostgreSQL database instead of the embedded store (default: PARLEY_DATABASE_URL); PGPASSWORD is the password if the URL has none; several services can share it",
    ),
    blobs: blobsOption,
    allow_private_webhooks: flag(
      "--allow-private-webhooks",
      "also deliver webhooks to private networks (by default only to public addresses, and to this machine if --host is this machine)",
    ),
    seed: list("--seed <file>", "a manifest of kind Seed to start with; repeatable"),
    allow_private_fetch: flag(
      "--allow-private-fetch",
      "also fetch recordings and transcripts from private networks",
    ),
    role: option(
      "--role <role>",
      "what this process does: api answers requests, worker runs jobs; both need a database (default: all)",
      oneOf(ROLES),
    ),
    rate_limit: option(
      "--rate-limit <n>/<s|min>",
      "request limit per API key, such as 50/s or 3000/min; services that share a database count together",
      rate,
    ),
    drain: option(
      "--drain <seconds>",
      "at SIGTERM, keep answering for this long with /readyz at 503, so that load balancers stop sending requests; requests in progress then get as long again, at least 10 s",
      numberBetween(0, 3600),
      0,
    ),
    retain: option(
      "--retain <age>",
      "delete calls, recordings, runs, deliveries and logs older than this, such as 90d or 12w (default: never)",
      age,
    ),
    votes: option(
      "--votes <n>",
      "how many times to ask the model for each verdict, from 1 to 9; the majority decides",
      votes,
      1,
    ),
    no_console: flag("--no-console", "do not show the console at /; the API stays"),
    mcp_allow: list(
      "--mcp-allow <what>",
      "what clients of /mcp may do besides reading, once a person confirms: write or release, as of `parley mcp --allow`; repeatable",
      oneOf(PERMISSIONS),
    ),
    no_mcp: flag("--no-mcp", "do not serve the Model Context Protocol at /mcp"),
    strict: flag(
      "--strict",
      "refuse requests with fields or values that the contract does not know (by default they are accepted, kept " +
        "and named in the answer's headers)",
    ),
    dialect: option(
      "--dialect <names>",
      "names of fields that have two: parley (rtc_metadata), hosted (livekit_metadata) or both (default: both)",
      oneOf(NAME_DIALECTS),
      "both",
    ),
    log: option(
      "--log <format>",
      "log each request on stderr (default: text at a terminal, otherwise json)",
      oneOf(LOG_FORMATS),
    ),
  },
  examples: [
    ["parley serve", "the service on port 8787; a new key is stored as the profile `local`"],
    ["parley serve --memory --port 0 --seed fixtures/seed.yaml --json", "a temporary service for a script"],
    [
      "parley serve --database-url postgres://parley@db.internal/parley --data /srv/parley",
      "one of several services sharing a PostgreSQL database; recordings are in --data",
    ],
    ["parley serve --role worker --port 9090", "a worker on the database in PARLEY_DATABASE_URL"],
  ],
  async run(
    context,
    {
      port,
      host,
      allowed_host,
      public_url,
      data,
      memory,
      database_url: url,
      blobs,
      allow_private_webhooks,
      allow_private_fetch,
      seed,
      role = "all",
      drain,
      rate_limit,
      retain: retain_ms,
      no_console,
      mcp_allow,
      no_mcp,
      strict,
      dialect,
      votes,
      log: logged,
    },
  ) {
    const { readManifests } = await import("../manifest/read.ts");
    const { Seed } = await import("../../contract/schemas/index.ts");
    const { serve } = await import("../../service/server.ts");
    const place = servicePlace(context, { data, memory, database_url: url });
    const { data: folder, database_url } = place;
    const s3 = blobStore(blobs, memory, context.env);
    if (role !== "all" && database_url === undefined)
      throw usage(`--role ${role} needs --database-url`, {
        hint: "the embedded store supports only one process, which does everything",
      });
    const model = modelSettings(context.env);
    const voice = voiceSettings(context.env);
    const seeds = await warning(context, { strict, allow_unknown: false }, (openness) =>
      readManifests(seed, Seed, context, openness, NOT_STARTED),
    );
    const { findProgram } = await import("../config/find-program.ts");
    const ffmpeg = await findProgram("ffmpeg", context.env, context.platform);
    const log = await openLog(context, logged);
    const tracing = await openTracing(context, log.failure);
    const mcp = no_mcp ? undefined : await servedMcp(context, mcp_allow);
    const service = await serve({
      port,
      host,
      allowed_hosts: public_url ? [...(allowed_host ?? []), new URL(public_url).hostname] : allowed_host,
      ...(public_url && { public_url }),
      allow_private_webhooks,
      seeds: seeds.map(({ value }) => value),
      allow_private_fetch,
      retain_ms,
      console: !no_console,
      ...(folder && { data: folder }),
      ...(database_url && { database_url }),
      ...(s3 && { s3 }),
      ...(ffmpeg && { ffmpeg }),
      ...(model && { model: { ...model, votes } }),
      voice,
      strict,
      dialect,
      role,
      ...(mcp && { mcp: mcp.answer }),
      drain_ms: drain * 1000,
      ...(rate_limit && { rate_limit }),
      report: log.failure,
      log: log.request,
      ...(tracing && { tracing }),
    }).catch((error: unknown) => {
      throw explain(error, host, port, folder);
    });
    if (mcp) mcp.url = service.url;
    try {
      const greeting = role === "worker" ? "parley is running jobs; probes at" : "parley is serving at";
      await announce(context, service, log, [`${greeting} ${service.url}`, whereIsData(place, s3)]);
      const profile = context.globals.json
        ? undefined
        : await storeLocalProfile(context.configFolder, service, { isTemporary: memory });
      if (profile) log.note(profile.note);
      if (context.terminal.streams.stderr.isTTY && !context.globals.json) {
        const key = profile?.isCurrent ? undefined : await exportLine(service, context);
        log.note("next, in another terminal:");
        if (key) log.note(`  ${key}`);
        for (const line of nextSteps(!no_console)) log.note(line);
        log.note("stop with Ctrl-C");
      }
      await untilStopped(context.signal);
      await profile?.forget();
    } finally {
      await mcp?.close();
      await service.close();
      log.close();
    }
    return { data: undefined };
  },
});

/** Its library is loaded with the first request. */
async function servedMcp(context: Context, allowed: readonly Permission[]) {
  const { ServedMcp } = await import("../mcp/served.ts");
  return new ServedMcp(context, allowed);
}

/** Serves a store that `parley test` has kept, with a new key for its organization. */
export async function serveKept(data: string, report: (error: unknown) => void): Promise<RunningService> {
  const { serve } = await import("../../service/server.ts");
  const { newApiKey } = await import("../../service/administration/key-row.ts");
  const { BENCH_ORGANIZATION: name } = await import("../../service/bench.ts");
  const { Seed } = await import("../../contract/schemas/index.ts");
  const seed = Seed.parse({ kind: "Seed", organizations: [{ name, api_key: newApiKey() }] });
  return serve({ data, host: "127.0.0.1", port: 0, seeds: [seed], report });
}

const NOT_STARTED = "the service was not started; `parley schema Seed` prints what a seed may contain";

function whereIsData(
  place: ReturnType<typeof storePlace>,
  s3: { readonly bucket: string } | undefined,
): string {
  const recordings = recordingsBeside(place, s3);
  return `data in ${describePlace(place)}${recordings === undefined ? "" : `, recordings in ${recordings}`}`;
}

/** Tracing is on if a collector is set. Without one, no tracing code is loaded. */
async function openTracing({ env, version }: Context, report: Log["failure"]): Promise<Tracing | undefined> {
  const settings = tracingSettings(env);
  if (!settings) return undefined;
  const { createOtlpTracing } = await import("../../service/observe/otlp-tracing.ts");
  return createOtlpTracing({ ...settings, version, report });
}

async function openLog(context: Context, wanted: (typeof LOG_FORMATS)[number] | undefined): Promise<Log> {
  const { terminal, globals } = context;
  const usual = terminal.streams.stderr.isTTY ? (globals.quiet ? "off" : "text") : "json";
  const format = wanted ?? usual;
  if (format === "json") return (await import("../../service/observe/json-log.ts")).createJsonLog(STDERR);
  const { createTextLog } = await import("../../service/observe/text-log.ts");
  const screen = {
    alert: (line: string) => void terminal.alert(line),
    note: (line: string) => void terminal.note(line),
    clean: sanitize,
    cleanLine: sanitizeLine,
    paint: await terminal.errPaint(),
  };
  return createTextLog(screen, { requests: format === "text", now: () => new Date() });
}

const KEY_KEPT = "its keys are not shown again; create a new one with `parley admin key create`";

async function announce(
  context: Context,
  { url, organizations }: RunningService,
  log: Log,
  [headline, whereData]: [string, string],
) {
  const { terminal, globals } = context;
  if (globals.json) {
    await terminal.write(`${JSON.stringify({ url, organizations })}\n`);
    return;
  }
  await terminal.write(`${headline}\n`);
  log.note(whereData);
  for (const { name, api_key } of organizations)
    await terminal.write(`organization ${name}: ${api_key ?? KEY_KEPT}\n`);
}

function explain(error: unknown, host: string, port: number, folder: string | undefined): unknown {
  const { code, name, message, syscall } = error as NodeJS.ErrnoException;
  if (name === "SeedFault")
    return new Failure("usage", message, { where: "--seed", hint: "nothing from the seed was stored" });
  if (code === "EADDRINUSE")
    return new Failure("usage", `port ${port} is already in use`, {
      hint: "choose another with --port; 0 picks a free one",
    });
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Failure("usage", `${host} is not an address of this machine`, { where: "--host" });
  if (syscall === "listen")
    return new Failure("usage", `cannot listen on port ${port}: ${message}`, {
      hint: "choose another --port; ports below 1024 often need administrator rights",
    });
  return explainStore(error, folder);
}
