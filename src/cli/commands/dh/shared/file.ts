/** A digital human from a file: a manifest of kind DigitalHuman, or the plain body of a request. */

import { UpdateDigitalHuman } from "../../../../contract/schemas/digital-human.ts";
import {
  DigitalHumanManifest,
  DigitalHumanPatchManifest,
} from "../../../../contract/schemas/manifests/digital-human.ts";
import type { Body } from "../../../../contract/types.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { Openness } from "../../../manifest/openness.ts";
import { publishedForm } from "../../../manifest/plain.ts";
import { readFields } from "../../body/read.ts";

/** The body of E4 from a file. */
export async function readNew(
  context: Context,
  file: string,
  openness?: Openness,
): Promise<Body<"create_digital_human">> {
  const { kind: _, ...body } = await readFields(
    context,
    file,
    DigitalHumanManifest.partial({ kind: true }),
    openness,
  );
  return { ...body, digital_human: published(file, body.digital_human) };
}

/** The body of E3 from a file of its own, or derived from a file for E4. */
export async function readPatch(
  context: Context,
  file: string,
  openness?: Openness,
): Promise<Body<"update_digital_human">> {
  const written = await readFields(
    context,
    file,
    (value) => (isManifest(value) ? DigitalHumanPatchManifest : UpdateDigitalHuman),
    openness,
  );
  if (!("digital_human" in written)) return written;
  const { digital_human, simulation_ids } = written;
  return { ...published(file, digital_human), ...(simulation_ids !== undefined && { simulation_ids }) };
}

function published<T extends object>(file: string, written: T): T {
  const { fields, faults } = publishedForm(written as Readonly<Record<string, unknown>>);
  if (faults.length === 0) return fields as T;
  const details = faults.map(({ field, message }) => ({ where: `${file}: digital_human.${field}`, message }));
  throw usage("invalid input", { details, hint: "nothing was sent" });
}

const isManifest = (value: unknown): boolean =>
  typeof value === "object" && value !== null && ("kind" in value || "digital_human" in value);
