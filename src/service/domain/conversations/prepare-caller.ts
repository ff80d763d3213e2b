import { REPLAY_MODES } from "../../../contract/values.ts";
import { prepareCaller } from "../../../engine/caller/caller.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";
import type { CallerSource } from "./caller-source.ts";
import { callsOf, withStepIntent } from "./journey.ts";

/** The caller of a record, as JSON. A journey has one for each call. It needs no store, so a thread can do it. */
export function preparedCaller({ record, options }: CallerSource): string {
  const digital_human: DigitalHumanRecord = JSON.parse(record);
  const replay_mode = REPLAY_MODES.find((mode) => mode === digital_human.replay_mode);
  const prepared = (step: number | null) =>
    prepareCaller(withStepIntent(digital_human, step), { ...options, ...(replay_mode && { replay_mode }) });
  return JSON.stringify(
    digital_human.journey_steps?.length
      ? Array.from({ length: callsOf(digital_human) }, (_, index) => prepared(index + 1))
      : prepared(null),
  );
}
