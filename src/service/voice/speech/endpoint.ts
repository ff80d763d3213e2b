/** A server for speech synthesis or recognition, configured by the operator of the service. */
export interface SpeechServer {
  readonly base_url: string;
  readonly model: string;
  readonly api_key?: string;
}

/** The URL of an operation. The base URL may or may not end with /v1. */
export function endpointOf(base_url: string, path: string): string {
  const base = base_url.replace(/(?<!\/)\/+$/, "");
  return base.endsWith("/v1") && path.startsWith("/v1/") ? base + path.slice(3) : base + path;
}
