import { z } from "zod";
import type { Schema } from "../../../contract/fields.ts";
import { type Detail, Failure, usage } from "../../../lib/failure.ts";
import { PASSES_ON } from "../../manifest/check.ts";
import { type Openness, STRICT } from "../../manifest/openness.ts";
import type { Assignment, Path } from "./assignment.ts";
import { writeField } from "./field.ts";
import { readValue } from "./value.ts";

export interface Changes {
  readonly set: readonly Assignment[];
  readonly unset?: readonly Path[];
}

interface Changed {
  readonly body: unknown;
  /** The flags that do not fit the contract. The body does not contain them. */
  readonly faults: readonly Detail[];
}

/** Applies flags to a body: `--set` in order, then null for each `--unset`. */
export function applyChanges(
  schema: Schema,
  base: unknown,
  { set, unset = [] }: Changes,
  openness: Openness = STRICT,
): Changed {
  const faults: Detail[] = [];
  let body = base;
  const attempt = (flag: string, path: Path, write: (field: Schema) => unknown) => {
    let mayPass = false;
    try {
      body = writeField(schema, body, path, write, (place, near) => {
        mayPass = !openness.strict && near !== "" && !openness.allow_unknown;
        if (openness.strict || mayPass) return undefined;
        const where = `${flag} ${path.join(".")}`;
        openness.warn({ where, message: `unknown field "${place[0]}", sent anyway${near}` }, where);
        return z.unknown();
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const message = mayPass ? error.message + PASSES_ON : error.message;
      faults.push({ where: `${flag} ${path.join(".")}`, message });
    }
  };
  for (const { path, text } of set) attempt("--set", path, (field) => readValue(field, text, openness));
  for (const path of unset) attempt("--unset", path, nullOf);
  return { body, faults };
}

function nullOf(field: Schema): null {
  if (!z.safeParse(field, null).success) throw usage("cannot be null");
  return null;
}
