import type { Body } from "../../contract/types.ts";
import { type Field, fieldOf, fieldsOf, isAsWanted, isUnseen, type Present, type Wanted } from "./fields.ts";

/** A field that will change. */
export interface Change {
  readonly field: Field;
  /** Null if it has no value. */
  readonly from: unknown;
  readonly to: unknown;
}

export interface Changes {
  readonly changes: readonly Change[];
  /** Fields that the manifest names but the service does not show, so that they cannot be compared. */
  readonly unseen: readonly Field[];
  /** The body of E3 that makes the changes; empty if there are none. */
  readonly patch: Body<"update_digital_human">;
}

/** If one of these changes, the service derives the others, unless they are named too (E3, rule 5). */
const TRANSCRIPTS: readonly Field[] = ["original_transcript", "formatted_transcript"];
const DERIVED_TOGETHER: readonly Field[] = [...TRANSCRIPTS, "intent"];

/**
 * The differences between the fields that a manifest names and a digital human. All other fields stay as they
 * are.
 */
export function changesOf(wanted: Wanted, present: Present): Changes {
  const named = fieldsOf(wanted).filter((field) => Object.hasOwn(wanted, field));
  const unseen = named.filter((field) => isUnseen(field, present));
  const changed = named.filter((field) => !unseen.includes(field) && !isAsWanted(field, wanted, present));
  const together = changed.some((field) => TRANSCRIPTS.includes(field)) ? DERIVED_TOGETHER : [];
  const sent = named.filter(
    (field) => changed.includes(field) || unseen.includes(field) || together.includes(field),
  );
  return {
    changes: changed.map((field) => ({
      field,
      from: fieldOf(present, field) ?? null,
      to: fieldOf(wanted, field) ?? null,
    })),
    unseen,
    patch:
      changed.length === 0 ? {} : Object.fromEntries(sent.map((field) => [field, fieldOf(wanted, field)])),
  };
}
