/** A file of policies: read with its faults, and written so that people can edit it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Body } from "../../../../contract/types.ts";
import { mistakesIn } from "../../../../engine/policies/review.ts";
import { type Detail, usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { readFields } from "../../body/read.ts";

export type FilePolicy = Body<"review_prompt_policies">["policies"][number];

export interface PolicyFile {
  readonly agent_id?: number | undefined;
  readonly version?: number | undefined;
  readonly policies: readonly FilePolicy[];
}

/** What the file says on its first lines, because an editor shows nothing else of it. */
const ABOUT = `# What the sentences of a prompt demand, and the rule that each is read as. Set \`status\` to accepted or rejected.
# An accepted policy fails every conversation that breaks its rule. A proposed one only raises a suspicion.
# \`keeps\` and \`breaks\` are examples: the rule must hold for the one and fail for the other.
# A sentence that could not be read has \`rule: null\`, and \`why\`. Write its rule, or leave it to a judge.
`;

/** @throws Failure (usage) that lists every mistake, each with its place */
export async function readPolicies(context: Context, file: string): Promise<PolicyFile> {
  const { PoliciesManifest } = await import("../../../../contract/schemas/manifests/policies.ts");
  const { kind: _, ...read } = await readFields(context, file, PoliciesManifest);
  const details = read.policies.flatMap((policy, place): Detail[] =>
    mistakesIn(policy).map(({ field, message }) => ({
      where: `${file} policies.${place}.${field}`,
      message: `${message} (${JSON.stringify(policy.sentence)})`,
    })),
  );
  if (details.length > 0)
    throw usage(
      details.length === 1 ? "1 mistake in the policies" : `${details.length} mistakes in the policies`,
      {
        details,
        hint: "nothing was sent",
      },
    );
  return read;
}

/** The policies of a file that may not exist yet. */
export const readExisting = async (context: Context, file: string): Promise<PolicyFile | undefined> =>
  existsSync(resolve(context.cwd, file)) ? readPolicies(context, file) : undefined;

export async function writePolicies(
  { cwd }: Pick<Context, "cwd">,
  file: string,
  { agent_id, version, policies }: PolicyFile,
): Promise<void> {
  const { writeYaml } = await import("../../../yaml/write.ts");
  const { replaceNamedFile } = await import("../../../write-files.ts");
  const manifest = {
    kind: "Policies",
    ...(agent_id !== undefined && { agent_id }),
    ...(version !== undefined && { version }),
    policies: policies.map(withoutNulls),
  };
  await replaceNamedFile(resolve(cwd, file), `${ABOUT}${writeYaml(manifest)}`);
}

/** A sentence without a rule says so. Everything else that is missing is left out. */
function withoutNulls({
  sentence,
  line,
  reads,
  rule = null,
  why,
  keeps,
  breaks,
  written_by,
  status,
}: FilePolicy): object {
  const optional = Object.entries({ why, keeps, breaks }).filter(([, value]) => value && value.length > 0);
  return {
    sentence,
    ...(line != null && { line }),
    ...(reads != null && { reads }),
    rule,
    ...Object.fromEntries(optional),
    ...(written_by && { written_by }),
    status,
  };
}
