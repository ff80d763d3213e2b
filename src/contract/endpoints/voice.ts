/** Calls: runs over a voice line, and their recordings. */
import type { Endpoint } from "./row.ts";

export const voice = {
  queue_simulation_run: {
    method: "POST",
    path: "/v1/queue-simulation-run",
    tier: "hosted",
    summary: "Call the agent with each digital human of a simulation",
    body: "QueueVoiceRun",
    answer: "QueuedRun",
    errors: [400, 404],
    repeat: "once",
  },
  get_result_recording: {
    method: "GET",
    path: "/v1/simulation-result-recording/{simulation_result_id}",
    tier: "own",
    summary: "Get the recording of a call",
    params: { simulation_result_id: { type: "string" } },
    answer: "ResultRecording",
    errors: [404],
    repeat: "safe",
  },
  get_result_recording_peaks: {
    method: "GET",
    path: "/v1/simulation-result-recording-peaks/{simulation_result_id}",
    tier: "own",
    summary: "Show the outline of a conversation's recording",
    params: { simulation_result_id: { type: "string" } },
    answer: "RecordingPeaks",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
