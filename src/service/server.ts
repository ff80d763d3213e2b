import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { NameDialect } from "../contract/published-names.ts";
import type { Output } from "../contract/types.ts";
import { createApp } from "./app.ts";
import { createAuditLog } from "./audit/audit-log.ts";
import { hastenDeletions } from "./blobs/delete-blob.ts";
import { type OpenBlobs, openBlobs } from "./blobs/open.ts";
import type { S3Place } from "./blobs/s3/place.ts";
import { type Clock, steadyClock } from "./clock.ts";
import { createWorlds } from "./domain/worlds/stored.ts";
import { createEvaluator } from "./evaluation/evaluator.ts";
import { handlers } from "./handlers/index.ts";
import { hostRule } from "./http/host.ts";
import { createServer, LIMITS, type Limits } from "./http/limits.ts";
import type { AnswerMcp } from "./http/mcp-route.ts";
import { type Admit, limitRate, type Rate, wholeWindow } from "./http/rate-limit.ts";
import { sharedWindow } from "./http/shared-rate.ts";
import { createJobs } from "./jobs/create.ts";
import { createHttpModel, type ModelOptions } from "./model/http-model.ts";
import { storeCache } from "./model/store-cache.ts";
import { isLoopbackHost } from "./network/address.ts";
import { createOutbound } from "./network/outbound.ts";
import { createStateReader } from "./network/state-reader.ts";
import { createMetrics } from "./observe/metrics.ts";
import { tracedOutbound, tracedSend, tracedWrite } from "./observe/traced.ts";
import type { Tracing } from "./observe/tracing.ts";
import { kindsOf, observeWorkers } from "./observe/workers.ts";
import type { OnRequest, ReportFailure } from "./report.ts";
import { promiseRetention } from "./retention/delete-expired.ts";
import { type Role, servesApi, worksOnJobs } from "./role.ts";
import { ensureOrganization, type LoadedOrganization, loadSeed } from "./seed.ts";
import type { Service } from "./service.ts";
import { DatabaseSockets } from "./store/database-sockets.ts";
import { lockFolder } from "./store/lock-folder.ts";
import { openStore, type Store } from "./store/store.ts";
import { writableCheck } from "./store/writable-check.ts";
import { createWorkThread } from "./thread/work-thread.ts";
import { removeLeftSamples } from "./voice/samples.ts";
import { createVoice, type VoiceOptions } from "./voice/voice.ts";
import { workers } from "./workers.ts";

export interface ServeOptions {
  /** Folder of the embedded store and of the recordings; without one, they are in memory. */
  readonly data?: string;
  /** A store for the recordings instead of a folder. */
  readonly s3?: S3Place;
  /** A PostgreSQL database instead of the embedded store. */
  readonly database_url?: string;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Where agents reach the service, such as https://parley.example.com; default: the address that it listens on. */
  readonly public_url?: string;
  /** Host names of the service in addition to those of this machine. */
  readonly allowed_hosts?: readonly string[];
  readonly limits?: Limits;
  /** Allow webhooks and agents in private networks, and on this machine even if others can reach the service. */
  readonly allow_private_webhooks?: boolean;
  readonly seeds: readonly Output<"Seed">[];
  /**
   * The language model that judges and writes the digital humans' words. Without one, no model is ever
   * contacted.
   */
  readonly model?: Pick<ModelOptions, "base_url" | "model" | "votes" | "api_key">;
  /** How digital humans speak and hear on a line. By default, with the built-in voice. */
  readonly voice?: VoiceOptions;
  /** The role of the process. With an embedded store, it is always `all`. */
  readonly role?: Role;
  /**
   * How long it keeps answering, while reporting that it is not ready, before it stops accepting; milliseconds
   * (default 0). Requests in progress then have as long again, or `limits.finish_ms` if that is longer.
   */
  readonly drain_ms?: number;
  /** Rate limit of each API key; with a shared database, for all processes together. */
  readonly rate_limit?: Rate;
  /** Refuse requests with unknown fields or values; by default they are accepted and kept. */
  readonly strict?: boolean;
  /** Which names answers use for fields that have two (default `both`). */
  readonly dialect?: NameDialect;
  readonly report: ReportFailure;
  /** Called for each request that was answered as intended. */
  readonly log?: OnRequest;
  /** Records requests, jobs and outgoing calls as spans; closed with the service. */
  readonly tracing?: Tracing;
  /** Allow recordings and transcripts to be fetched from private networks. */
  readonly allow_private_fetch?: boolean;
  /** Answers the Model Context Protocol at `/mcp`. Without it, the path does not exist. */
  readonly mcp?: AnswerMcp;
  /** Serve the console at `/`; default true. */
  readonly console?: boolean;
  /** Delete finished work older than this; milliseconds. */
  readonly retain_ms?: number | undefined;
  /** Path of ffmpeg. */
  readonly ffmpeg?: string;
}

export interface RunningService {
  readonly url: string;
  /** Organizations in the seeds or just created, with the keys that are known in plain text. */
  readonly organizations: readonly LoadedOrganization[];
  /** Reports that it is not ready, stops accepting, lets requests in progress finish, closes the store. */
  close(): Promise<void>;
}

/** Starts the service. Rejects, leaving nothing open, if the store or the port is not available. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const release = await holdEmbedded(options);
  const sockets = new DatabaseSockets();
  const place = { ...options, sockets };
  const { db, write, revisionOf, settle } = await openStore(place).catch((error: unknown) => {
    release();
    throw error;
  });
  let kept: OpenBlobs | undefined;
  try {
    kept = await openBlobs(options);
    const { blobs, close: closeBlobs } = kept;
    const { tracing } = options;
    const store = {
      db,
      write: tracing ? tracedWrite(write, tracing) : write,
      revisionOf,
      now: steadyClock(),
    };
    const metrics = createMetrics(store, kindsOf(workers));
    const outbound = createOutbound(
      {
        allow_private: options.allow_private_webhooks ?? false,
        allow_loopback: isLoopbackHost(options.host),
      },
      {
        allow_private: options.allow_private_fetch ?? false,
        allow_loopback: isLoopbackHost(options.host),
      },
    );
    const traced = tracing ? tracedOutbound(outbound, tracing) : outbound;
    const jobs = await createJobs(place, () => ({
      added_at: store.now().toISOString(),
      traceparent: tracing?.traceparent() ?? null,
    }));
    const voice = createVoice(options.voice ?? { speech: {} }, (error) =>
      options.report(error, "recognizing speech"),
    );
    const thread = createWorkThread();
    await removeLeftSamples();
    // A process that only runs jobs does not know where the others answer.
    let address: string | undefined;
    const service: Service = {
      ...store,
      voice,
      blobs,
      jobs,
      outbound: traced,
      readState: createStateReader(traced),
      ...(options.ffmpeg !== undefined && { ffmpeg: options.ffmpeg }),
      evaluate: createEvaluator(),
      thread,
      report: options.report,
      retain_ms: options.retain_ms,
      newId: randomUUID,
      worlds: createWorlds(),
      address: () => options.public_url ?? address,
      metrics,
      ...(options.model && { model: createModel(options.model, store, tracing) }),
    };
    const organizations: LoadedOrganization[] = [];
    for (const seed of options.seeds) organizations.push(...(await loadSeed(service, seed)));
    const { report, log, role = "all" } = options;
    if (options.seeds.length === 0 && servesApi(role))
      organizations.push(...(await ensureOrganization(service)));
    await settle?.();
    const allowsHost = hostRule(options.host, options.allowed_hosts);
    let isStopping = false;
    let isClosed = () => false;
    const audit = createAuditLog(service, report);
    const openness = { strict: options.strict ?? false, dialect: options.dialect ?? "both" };
    const app = createApp({
      service,
      handlers: servesApi(role) ? handlers : undefined,
      allowsHost,
      isStopping: () => isStopping,
      isClosed: () => isClosed(),
      hasConsole: options.console ?? true,
      hasRoom: options.data === undefined ? undefined : writableCheck(options.data),
      admit: options.rate_limit && rateLimit(options.rate_limit, options, db),
      report,
      log,
      metrics,
      audit,
      openness,
      tracing,
      mcp: options.mcp,
    });
    const { limits = LIMITS, drain_ms = 0 } = options;
    const { server, end } = createServer(app.fetch, limits);
    // During a drain, this sends load balancers elsewhere.
    isClosed = () => isStopping && (drain_ms > 0 || !server.listening);
    if (options.database_url === undefined) await hastenDeletions(service);
    await promiseRetention(service);
    const url = await listen(server, options.host, options.port);
    if (servesApi(role)) address = url;
    const stopJobs = worksOnJobs(role)
      ? jobs.start(service, observeWorkers(workers, metrics, tracing), report)
      : undefined;
    return {
      url,
      organizations,
      async close() {
        isStopping = true;
        const closed = new AbortController();
        const watched =
          options.database_url === undefined
            ? undefined
            : sockets.breakIfSilent(options.database_url, closed.signal);
        await sleep(drain_ms);
        await end(Math.max(drain_ms, limits.finish_ms));
        await thread.close();
        await stopJobs?.();
        await voice.close();
        await audit.close();
        await service.outbound.close();
        await tracing?.close();
        await closeBlobs();
        await db.destroy();
        closed.abort();
        await watched;
        release();
      },
    };
  } catch (error) {
    await kept?.close();
    await db.destroy();
    release();
    throw error;
  }
}

const createModel = (options: ModelOptions, store: Pick<Store, "db" | "write"> & Clock, tracing?: Tracing) =>
  createHttpModel({ ...options, cache: storeCache(store), ...(tracing && { send: tracedSend(tracing) }) });

/** Processes that share a database share the limit. */
function rateLimit(rate: Rate, { database_url }: ServeOptions, db: Store["db"]): Admit {
  const lease = database_url === undefined ? wholeWindow(rate) : sharedWindow(db, rate);
  return limitRate(rate, lease, () => performance.now());
}

/** Only one service can use an embedded store on disk. */
const holdEmbedded = async ({ data, database_url }: ServeOptions) =>
  data === undefined || database_url !== undefined ? () => undefined : lockFolder(data);

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    });
  });
}
