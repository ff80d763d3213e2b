import type { Output } from "../../contract/types.ts";
import type { Action } from "../../engine/caller/state.ts";
import { Effects } from "../../engine/voice/effects.ts";
import { pressKeys } from "../../engine/voice/keys.ts";
import { FRAME, samplesOf, TICK_MS } from "../../engine/voice/pcm.ts";
import { readVoicePlan } from "../../engine/voice/voice-plan.ts";
import { getChecked } from "../blobs/checked.ts";
import { recordingOf } from "../domain/calls/recording.ts";
import { loadCaller } from "../domain/conversations/caller.ts";
import type { Row } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { createYielder } from "../yield.ts";
import type { CallLog } from "./call-log.ts";
import { seedOfCall } from "./seed.ts";
import type { Calling } from "./voice.ts";
import { WAV_HEADER_BYTES } from "./wav-header.ts";

type Compared = Output<"SimulationReplay">["recording"];

/** The bytes of 20 ms of both sides. */
const BLOCK_BYTES = 2 * 2 * FRAME;

/**
 * Synthesizes again what the digital human said in a call, sends it through the same noise and the same line,
 * and compares it with its side of the recording. Null if there is nothing to compare.
 */
export async function replayRecording(service: Calling, result: Row<"simulation_result">): Promise<Compared> {
  const call = await service.db
    .selectFrom("voice_call")
    .innerJoin("simulation_result", "simulation_result.id", "voice_call.simulation_result_id")
    .innerJoin("agent", "agent.id", "simulation_result.agent_id")
    .select(["voice_call.log", "voice_call.recording", "voice_call.recording_key", "agent.record"])
    .where("simulation_result_id", "=", result.id)
    .executeTakeFirst();
  const stored = call && recordingOf(call);
  if (!call?.log || !stored || JSON.parse(call.record).redact_pii === true) return null;
  const recorded = await getChecked(service, stored);
  if (!recorded) return null;
  const rendered = await callerAgain(service, result, JSON.parse(call.log));
  const yieldIfDue = createYielder();
  let at_ms = 0;
  let first_difference_ms: number | null = null;
  // Read to the end, because that is where damage is noticed.
  for await (const block of blocksOf(recorded)) {
    if (first_difference_ms !== null) continue;
    const { value: again } = rendered.next();
    if (!again || !isLeft(again, block)) first_difference_ms = at_ms;
    at_ms += TICK_MS;
    await yieldIfDue();
  }
  return { same: first_difference_ms === null, first_difference_ms };
}

/** The digital human's side, frame by frame, without end. */
async function callerAgain(
  { db, voice }: Calling,
  result: Row<"simulation_result">,
  { timeline, dialect }: CallLog,
) {
  if (!voice) throw new Error("this process renders no speech");
  const { speech } = voice;
  const { digital_human } = await loadCaller(db, result);
  const plan = readVoicePlan(digital_human);
  const pressed = dialect === "chirp" ? new Set() : await pressedIn(db, result.id);
  const said = await Promise.all(
    timeline
      .filter(({ speaker }) => speaker === "USER")
      .map(async ({ text, about, start_offset_ms: from_ms, end_offset_ms, cut }) => {
        const samples =
          text !== null && (about === "extension" || pressed.has(text))
            ? pressKeys(text).sound
            : await speech.render(text ?? "", plan.speaker);
        const whole_ms = from_ms + (samples.length / FRAME) * TICK_MS;
        return { from_ms, samples, to_ms: cut === null ? whole_ms : end_offset_ms };
      }),
  );
  const noise = plan.noise && plan.effects.snr_db !== null ? await speech.noise(plan.noise) : null;
  const effects = new Effects(plan.effects, noise, seedOfCall(result));
  return (function* (): Generator<Int16Array, void> {
    for (let now = 0; ; now += TICK_MS) {
      const saying = said.find(({ from_ms, to_ms }) => now >= from_ms && now < to_ms);
      if (!saying) {
        yield effects.next(null);
        continue;
      }
      const frame = new Int16Array(FRAME);
      const at = ((now - saying.from_ms) / TICK_MS) * FRAME;
      frame.set(saying.samples.subarray(at, at + FRAME));
      yield effects.next(frame);
    }
  })();
}

/** The keys that the digital human pressed. On a telephone line, they are not spoken. */
async function pressedIn(db: Store["db"], simulation_result_id: number): Promise<Set<string>> {
  const turns = await db
    .selectFrom("caller_turn")
    .select("action")
    .where("simulation_result_id", "=", simulation_result_id)
    .execute();
  const actions = turns.map(({ action }): Action => JSON.parse(action));
  return new Set(actions.flatMap(({ keys, say }) => (keys && say !== undefined ? [say] : [])));
}

/** The samples of a recording, 20 ms at a time. */
async function* blocksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let left = Buffer.alloc(0);
  let skip = WAV_HEADER_BYTES;
  for await (const piece of pieces) {
    const dropped = Math.min(skip, piece.length);
    skip -= dropped;
    left = Buffer.concat([left, piece.subarray(dropped)]);
    let at = 0;
    for (; at + BLOCK_BYTES <= left.length; at += BLOCK_BYTES)
      yield samplesOf(left.subarray(at, at + BLOCK_BYTES));
    left = left.subarray(at);
  }
}

const isLeft = (mono: Int16Array, stereo: Int16Array): boolean =>
  mono.every((sample, at) => sample === stereo[2 * at]);
