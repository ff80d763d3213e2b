/** Manifests of kind DigitalHumans: defaults, matrices and included files worked out. */
import { resolve } from "node:path";
import { issuesOf } from "../contract/issues.ts";
import { DigitalHumanCreate } from "../contract/schemas/digital-human.ts";
import { DigitalHumansManifest, INCLUDED } from "../contract/schemas/manifests/digital-humans.ts";
import { type Detail, Failure } from "../failure.ts";
import { readInclude } from "./includes.ts";
import { readManifests } from "./read.ts";

/** A digital human as a manifest wants it: the fields that it names, and no others. */
export interface Wanted {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly simulation_ids: readonly number[];
  /** `file: name`, for messages. */
  readonly where: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Surroundings = Parameters<typeof readManifests>[2];

/** @throws Failure (usage) with every fault of every file */
export async function readDigitalHumans(
  files: readonly string[],
  surroundings: Surroundings,
): Promise<Wanted[]> {
  const documents = await readManifests(files, DigitalHumansManifest, surroundings);
  const faults: Detail[] = [];
  const wanted: Wanted[] = [];
  for (const { file, value, raw } of documents) {
    const { defaults = {}, digital_humans } = raw as { defaults?: Fields; digital_humans: Fields[] };
    for (const [i, entry] of digital_humans.entries())
      for (const combined of combine({ ...defaults, ...entry })) {
        const where = `${file}: ${String(combined["name"])}`;
        const at = `digital_humans.${i}`;
        const fields = await withIncludes(resolve(surroundings.cwd, file), combined, (message) =>
          faults.push({ where, message: `${at}: ${message}` }),
        );
        faults.push(...faultsOf(fields, where, at));
        wanted.push({ name: String(fields["name"]), fields, where, simulation_ids: value.simulation_ids });
      }
  }
  faults.push(...duplicates(wanted));
  if (faults.length > 0)
    throw new Failure(
      "usage",
      faults.length === 1 ? "the manifest has a fault" : `the manifests have ${faults.length} faults`,
      {
        details: faults,
        code: "manifest",
        hint: "nothing was sent",
      },
    );
  return wanted;
}

/** One object for each combination of the matrix; the name tells which. */
function combine({ matrix, ...fields }: Fields): Fields[] {
  const axes = Object.entries((matrix ?? {}) as Record<string, unknown[]>);
  return axes.reduce<Fields[]>(
    (made, [field, values]) =>
      made.flatMap((one) =>
        values.map((value) => ({ ...one, [field]: value, name: `${one["name"]}, ${value}` })),
      ),
    [fields],
  );
}

async function withIncludes(
  manifest: string,
  fields: Fields,
  fault: (message: string) => void,
): Promise<Fields> {
  const whole: Record<string, unknown> = { ...fields };
  for (const field of INCLUDED) {
    const key = `${field}_file`;
    const { [key]: name } = whole;
    delete whole[key];
    if (typeof name !== "string") continue;
    try {
      whole[field] = await readInclude(manifest, name);
    } catch (error) {
      fault(`${key}: ${name}: ${(error as Error).message}`);
    }
  }
  return whole;
}

/** What the service would refuse: values from a matrix, and texts on a workflow-tagged digital human. */
function faultsOf(fields: Fields, where: string, at: string): Detail[] {
  const checked = DigitalHumanCreate.safeParse(fields);
  if (!checked.success)
    return issuesOf(checked.error, fields).map(({ path, message }) => ({
      where,
      message: `${[at, ...path.map(String)].join(".")}: ${message}`,
    }));
  const { tag } = checked.data;
  if (!tag?.toLowerCase().includes("workflow")) return [];
  const texts = [
    "intent",
    "success_criteria",
    "role_description",
    "original_transcript",
    "formatted_transcript",
  ];
  return texts
    .filter((field) => fields[field] !== undefined && fields[field] !== null && fields[field] !== "")
    .map((field) => ({
      where,
      message: `${at}.${field}: the tag "${tag}" makes it workflow-tagged, which takes no ${field}`,
    }));
}

function duplicates(wanted: readonly Wanted[]): Detail[] {
  const seen = new Set<string>();
  return wanted.flatMap(({ name, where, simulation_ids }) =>
    simulation_ids.flatMap((id) => {
      const key = JSON.stringify([id, name]);
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return [{ where, message: `the name "${name}" stands twice for simulation ${id}` }];
    }),
  );
}
