import { DigitalHumanCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Generated } from "../../../engine/generation/digital-human.ts";
import { scriptedLines } from "../../../engine/generation/replay.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";

type Request = Output<"GenerateDigitalHumans">;

/** A generated digital human in stored form, and its scenario. */
export interface Draft {
  readonly record: DigitalHumanRecord;
  readonly scenario: Readonly<Record<string, unknown>>;
}

/** Traits of the request replace those that generation chose for the manner of a caller, not what it knows. */
export function withTraits(made: Generated, { traits }: Pick<Request, "traits">): Generated {
  if (!traits?.length) return made;
  const { digital_human } = made;
  const facts = (digital_human.traits ?? []).filter(
    ({ trait_name, value }) => value !== true && traits.every((trait) => trait.trait_name !== trait_name),
  );
  return { ...made, digital_human: { ...digital_human, traits: [...traits, ...facts] } };
}

/** The stored and shown form of a generated digital human. */
export function draftOf(
  { digital_human, metric }: Generated,
  { num_runs }: Pick<Request, "num_runs">,
): Draft {
  const record = DigitalHumanCreate.parse({ ...digital_human, num_runs });
  const { name, intent, success_criteria, generation, original_transcript, formatted_transcript } = record;
  return {
    record,
    scenario: {
      name,
      intent,
      success_criteria,
      generation,
      ...(metric && { metric }),
      ...(record.replay_mode && {
        original_transcript,
        formatted_transcript,
        scripted_lines: scriptedLines(digital_human),
      }),
    },
  };
}
