import { recordingByName } from "../../../contract/media.ts";
import { RECORDING_MAXIMUM } from "../../../contract/values.ts";
import { type Recording, storeBytes } from "../../domain/calls/recording.ts";
import { FetchFailure } from "../../network/fetch-bounded.ts";
import type { Evaluating } from "../evaluator.ts";
import { Unavailable } from "./unavailable.ts";

const TIMEOUT_MS = 120_000;

/** Stores the recording at a URL (`recording_url` of E2). Throws `Unavailable`. */
export async function fetchRecording(
  service: Evaluating,
  url: string,
  signal: AbortSignal,
): Promise<Recording> {
  const { media_type = "application/octet-stream" } = recordingByName(new URL(url).pathname) ?? {};
  try {
    const limits = { max_bytes: RECORDING_MAXIMUM, timeout_ms: TIMEOUT_MS, signal };
    return {
      media_type,
      ...(await service.outbound.fetch(url, limits, (pieces) => storeBytes(service, pieces))),
    };
  } catch (error) {
    throw unavailable(error, "recording_url");
  }
}

/** Turns a failed fetch into the reason why an input is unavailable. Other errors stay unchanged. */
export function unavailable(error: unknown, field: string): unknown {
  return error instanceof FetchFailure
    ? new Unavailable(error.code, `${field}: ${error.message}`, error.transient)
    : error;
}
