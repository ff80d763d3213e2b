import { z } from "zod";
import type { Gate } from "../../commands/evaluate/shared/gate.ts";
import { id, outcomes, planId, rate, scalar, uuid } from "../answer.ts";
import { allowedRecording } from "../recording.ts";
import { defineTool } from "../tool.ts";

const TRANSCRIPT_MAXIMUM = 400_000;

export const evaluateCall = defineTool({
  name: "evaluate_call",
  description: "Submit one finished call and wait for its verdicts. explain_result shows the evidence.",
  operations: ["list_custom_metrics", "evaluate", "get_call_log"],
  input: z.object({
    agent_id: id,
    transcript: z
      .string()
      .max(TRANSCRIPT_MAXIMUM)
      .describe("JSON list of {speaker: AGENT|USER, utterance, start_offset_ms}, or WebVTT"),
    recording_url: z.string().max(2000).optional(),
    start_time: z.iso.datetime().optional().describe("default: now"),
    metric_ids: z.array(uuid).max(50).optional(),
    plan_id: planId,
  }),
  output: z.object({
    call_id: uuid,
    passed: z.boolean(),
    pass_rate: rate,
    outcomes,
    verdicts: z.array(z.record(z.string(), z.unknown())),
  }),
  commandLine: ({ agent_id }) => `parley evaluate --agent ${agent_id} --transcript call.json --wait`,
  async ask({ agent_id, transcript, recording_url }, { session }) {
    const call = `Submit a call of agent ${agent_id} for evaluation, with a transcript of ${transcript.length} characters`;
    if (recording_url === undefined) return `${call}?`;
    const recording = await allowedRecording(session, recording_url);
    return /^https?:/.test(recording)
      ? `${call}? The service will fetch the recording from ${recording}`
      : `${call} and the file ${recording}?`;
  },
  async run({ agent_id, transcript, recording_url, start_time, metric_ids = [] }, { session, ...asked }) {
    const name = /^﻿?WEBVTT/.test(transcript) ? "call.vtt" : "call.json";
    const input = {
      manifest: [],
      agent: agent_id,
      transcript: await session.file(name, transcript),
      recording: recording_url === undefined ? undefined : await allowedRecording(session, recording_url),
      start_time: start_time ?? new Date().toISOString(),
      metric: metric_ids,
      wait: true,
      max_wait: 600,
      poll: 0.5,
    };
    const load = () => import("../../commands/evaluate/submit.ts");
    const { submitted, gate } = await session.run<{ submitted: { call_id: string }; gate: Gate | null }>(
      load,
      input,
      asked,
    );
    const [call] = gate?.calls ?? [];
    return {
      data: {
        call_id: submitted.call_id,
        passed: gate?.passed ?? false,
        pass_rate: gate?.pass_rate ?? null,
        outcomes: gate?.outcomes ?? null,
        verdicts: (call?.evaluation?.verdicts ?? []).map(({ metric_id, status, value }) => ({
          metric_id: scalar(metric_id),
          status: scalar(status),
          value: scalar(value),
        })),
      },
    };
  },
});
