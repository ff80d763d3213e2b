import type { OnRequest, ReportFailure } from "../report.ts";

export const LOG_FORMATS = ["json", "text", "off"] as const;

/** What a running service writes to stderr. */
export interface Log {
  /** A request that was answered as it should be. Successful probes are left out. */
  readonly request: OnRequest;
  readonly failure: ReportFailure;
  /** A remark for the operator of the service. */
  note(text: string): void;
  /** Resolves once everything has been written. */
  close(): void;
}

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

export const isProbe = (path: string) => PROBES.has(path);

/** Balancers and scrapers ask every few seconds, so a healthy answer is not worth a line. */
export const isRoutine: (request: Parameters<OnRequest>[0]) => boolean = ({ route, status }) =>
  isProbe(route) && status < 400;
