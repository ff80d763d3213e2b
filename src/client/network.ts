import { Failure } from "../lib/failure.ts";
import { HANDSHAKE_RESET, isCertificateFault, WRONG_HOST } from "./tls-faults.ts";

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly timeout_ms: number;
  /** Whether the request may have reached the service. */
  readonly unknown: boolean;
}

/** The code of a system or library error, from anywhere in the chain of causes. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    // The code alone could mean a reset at any time; only the message says that nothing had been sent yet.
    if (code === "ECONNRESET" && at.message.includes("before secure TLS connection")) return HANDSHAKE_RESET;
    if (typeof code === "string") return code;
    if (at.name === "TimeoutError") return "TIMEOUT";
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return undefined;
}

/** The system's error for a connection that could not be made. */
interface ConnectFault extends Error {
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

/** The address of the failed connection, if it is not the service's. In that case it is a proxy's. */
function proxyOf(error: unknown, url: URL): string | undefined {
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  for (let at = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause) {
    const fault: ConnectFault = at;
    if (fault.hostname !== undefined) return fault.hostname === url.hostname ? undefined : fault.hostname;
    if (fault.port !== undefined) return fault.port === port ? undefined : `${fault.address}:${fault.port}`;
  }
  return undefined;
}

/** Describes a failed or broken connection: host, cause, next step. */
export function networkFailure(error: unknown, attempt: Attempt): Failure {
  const url = new URL(attempt.url);
  const code = codeOf(error);
  const [what, hint] = explainProxy(code, proxyOf(error, url)) ?? explain(code, url.host, attempt);
  return new Failure("network", what, {
    where: `${attempt.method} ${attempt.url}`,
    hint: attempt.unknown ? unlessSent(hint) : hint,
    request: { method: attempt.method, path: attempt.path },
    unknown: attempt.unknown,
    code: TIMEOUTS.has(code ?? "") ? "timeout" : "network",
    cause: error,
  });
}

const UNKNOWN = "the request may or may not have taken effect: check the service before you send it again";
const MORE_TIME = "--timeout allows more time";
const TIMEOUTS = new Set([
  "TIMEOUT",
  "ETIMEDOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Without the advice to try again, which would repeat the request if it has taken effect. */
function unlessSent(hint: string): string {
  const rest = hint.replace(/^try again(?:; )?/, "");
  return rest === "" ? UNKNOWN : `${UNKNOWN}; ${rest}`;
}

type Words = readonly [what: string, hint: string];

function explainProxy(code: string | undefined, proxy: string | undefined): Words | undefined {
  if (proxy === undefined) return undefined;
  const hint =
    "HTTP_PROXY, HTTPS_PROXY and NO_PROXY control what goes through it; `parley doctor` shows them";
  if (code === "ECONNREFUSED") return [`the proxy ${proxy} does not answer`, hint];
  return code === "ENOTFOUND" || code === "EAI_AGAIN"
    ? [`cannot resolve the proxy ${proxy}`, hint]
    : undefined;
}

function explain(code: string | undefined, host: string, { timeout_ms }: Attempt): Words {
  const seconds = timeout_ms / 1000;
  if (code === "ECONNREFUSED")
    return [`nothing answers at ${host}`, "start the local service with `parley serve`, or give --base-url"];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [
      `cannot resolve the host ${host}`,
      "check the base URL and your network; `parley doctor` shows both",
    ];
  if (TIMEOUTS.has(code ?? ""))
    return [`${host} did not answer within ${seconds} s`, `try again; ${MORE_TIME}`];
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return [
      `the TLS certificate of ${host} ${code === "CERT_HAS_EXPIRED" ? "has expired" : "is not valid yet"} (${code})`,
      "if this machine's clock is right, the service needs a new certificate",
    ];
  if (code === WRONG_HOST)
    return [
      `the TLS certificate of ${host} is for another host (${code})`,
      "check the base URL: its host must be one that the certificate names",
    ];
  if (isCertificateFault(code))
    return [
      `the TLS certificate of ${host} is not trusted (${code})`,
      "give the authority's certificate with --ca-file or NODE_EXTRA_CA_CERTS",
    ];
  if (code === HANDSHAKE_RESET)
    return [`${host} ended the TLS handshake`, "does the service speak https at this port?"];
  if (code?.startsWith("ERR_TLS") || code?.startsWith("ERR_SSL") || code === "EPROTO")
    return [
      `cannot make a TLS connection to ${host} (${code})`,
      "does the service speak https at this port?",
    ];
  if (code === "ANSWER_TOO_LARGE" || code === "UND_ERR_RES_EXCEEDED_MAX_SIZE")
    return [`the answer from ${host} is too large`, "check that the base URL is the service's API"];
  return [`the connection to ${host} was lost (${code ?? "no reason given"})`, "try again"];
}
