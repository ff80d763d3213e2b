/** One command with faults drawn from a seed: how it ends, and what reached the service. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ChaosProxy, drawFault, type Fault, startChaosProxy } from "../support/chaos-proxy.ts";
import type { Passed } from "../support/http-tap.ts";
import { type RanInProcess, runInProcess } from "../support/in-process.ts";
import { randomOf } from "../support/random.ts";
import { callsWith } from "../support/service.ts";
import type { Row, Things } from "./row.ts";
import { BUSY_KEY, STILL_KEY } from "./things.ts";

const TIMEOUT_S = 1;
export const RETRIES = 2;
/** How long an attempt may take, including the longest pause before it. */
const ATTEMPT_MS = TIMEOUT_S * 1000 + 750;
/** How long an endless command runs. */
const LISTENING_MS = 300;
/** How much longer a busy machine may take before a scenario counts as hung. */
const HUNG_MS = 60_000;

export interface Scenario {
  readonly seed: number;
  readonly row: Row;
  readonly plan: readonly Fault[];
  /** How the command reaches the service. */
  readonly over: "http" | "https" | CertificateFault;
  readonly one_request_each: boolean;
  /** undici from the first request on, as with a proxy. */
  readonly pooled: boolean;
}

const CERTIFICATE_FAULTS = ["untrusted", "expired", "other-host"] as const;
type CertificateFault = (typeof CERTIFICATE_FAULTS)[number];
export const isCertificateFault = (over: Scenario["over"]) => over !== "http" && over !== "https";

export interface Ended extends Scenario {
  readonly ran: RanInProcess;
  readonly milliseconds: number;
  /** How much longer it took than its attempts, their pauses, and its own waiting allow. */
  readonly late_ms: number;
  readonly connections: number;
  readonly passed: readonly Passed[];
}

export function scenarioOf(seed: number, table: readonly Row[]): Scenario {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const row = pick(table);
  const over = random() < 0.85 ? "http" : pick(["https", "https", ...CERTIFICATE_FAULTS] as const);
  const plan = Array.from({ length: 1 + Math.floor(random() * 5) }, () => drawFault(random));
  return { seed, row, plan, over, one_request_each: random() < 0.7, pooled: random() < 0.3 };
}

/** The same command without faults. */
export const faultless = (row: Row, seed: number): Scenario => ({
  ...{ seed, row, plan: [], over: "http", one_request_each: true, pooled: false },
});

const pem = (name: string) => resolve(import.meta.dirname, "../support/tls", `${name}.pem`);
const key = readFileSync(pem("key"));
const certificateOf = (over: Scenario["over"]) =>
  over === "https" || over === "untrusted" ? "certificate" : over;

export async function play(scenario: Scenario, service_url: string, things: Things): Promise<Ended> {
  const { seed, row, plan, over, one_request_each, pooled } = scenario;
  const folder = mkdtempSync(join(tmpdir(), "parley-chaos-"));
  const api_key = row.reads ? STILL_KEY : BUSY_KEY;
  const name = `scenario ${seed}`;
  const words = await row.argv({ calls: callsWith(service_url, api_key), name, folder, things });
  const certificate = certificateOf(over);
  const tls = over === "http" ? {} : { tls: { key, cert: readFileSync(pem(certificate)) } };
  const proxy = await startChaosProxy(service_url, plan, { ...tls, one_request_each });
  const trusted = over === "http" || over === "untrusted" ? [] : ["--ca-file", pem(certificate)];
  // Where nothing fails, even a slow machine answers some time.
  const timeout_s = plan.length > 0 ? TIMEOUT_S : HUNG_MS / 1000;
  const argv = [...words, "--timeout", String(timeout_s), "--retries", String(RETRIES), ...trusted];
  const env = {
    HOME: folder,
    PARLEY_BASE_URL: proxy.url,
    ...(row.stdin === undefined && { PARLEY_API_KEY: api_key }),
    ...(pooled && { https_proxy: "http://127.0.0.1:9", no_proxy: "127.0.0.1" }),
  };
  const signal = row.endless ? AbortSignal.timeout(LISTENING_MS) : new AbortController().signal;
  const began = performance.now();
  try {
    const ran = await notHung(
      runInProcess(argv, { env, cwd: folder, signal, ...(row.stdin !== undefined && { stdin: api_key }) }),
      scenario,
    );
    const milliseconds = performance.now() - began;
    return { ...scenario, ran, milliseconds, late_ms: milliseconds - allowed(row, proxy), ...seen(proxy) };
  } finally {
    await proxy.close();
    rmSync(folder, { recursive: true });
  }
}

const allowed = ({ waits_ms = 0, endless }: Row, proxy: ChaosProxy) =>
  Math.max(1, proxy.connections()) * ATTEMPT_MS + waits_ms + (endless ? LISTENING_MS : 0);

const seen = (proxy: ChaosProxy) => ({ connections: proxy.connections(), passed: proxy.passed() });

async function notHung<T>(work: Promise<T>, { row, ...scenario }: Scenario): Promise<T> {
  let alarm: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`hung: ${row.command}, ${JSON.stringify(scenario)}`));
    alarm = setTimeout(say, HUNG_MS);
  });
  return Promise.race([work, hung]).finally(() => clearTimeout(alarm));
}
