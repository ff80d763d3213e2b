/** A server for speech or its recognition, named by the person who runs the service. */
export interface SpeechServer {
  readonly base_url: string;
  readonly model: string;
  readonly api_key?: string;
}

/** The URL of an operation: people give the base with or without /v1. */
export function endpointOf(base_url: string, path: string): string {
  const base = base_url.replace(/\/+$/, "");
  return base.endsWith("/v1") && path.startsWith("/v1/") ? base + path.slice(3) : base + path;
}
