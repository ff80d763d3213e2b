import type { ReportFailure } from "../report.ts";
import type { OnRequest } from "./answered-request.ts";

export const LOG_FORMATS = ["json", "text", "off"] as const;

/** What a running service tells on stderr. */
export interface Log {
  /** A request that was answered as it should be. Probes that found the service well are left out. */
  readonly request: OnRequest;
  readonly failure: ReportFailure;
  /** A remark for whoever looks after the service. */
  note(text: string): void;
  /** What was told is written when it returns. */
  close(): void;
}

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

export const isProbe = (path: string) => PROBES.has(path);

/** Balancers and scrapers ask every few seconds: that all is well is no news. */
export const isRoutine: (request: Parameters<OnRequest>[0]) => boolean = ({ route, status }) =>
  isProbe(route) && status < 400;
