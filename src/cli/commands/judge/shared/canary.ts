/**
 * Labelled calls that are judged with every run, to detect a judge whose behavior changes while its name
 * stays the same.
 */
import { dirname, resolve } from "node:path";
import type { Body } from "../../../../contract/types.ts";
import { hasDrifted } from "../../../../engine/judge/drift.ts";
import { usage } from "../../../../lib/failure.ts";
import { leadsOutside } from "../../../../lib/files.ts";
import type { Canary, Certificate } from "../../../../results/calibration/certified.ts";
import { findProject } from "../../../config/project.ts";
import type { Context } from "../../../context.ts";
import { list } from "../../command.ts";
import { metricNamed } from "../../metrics/shared/named.ts";
import type { Parser } from "../../parsers.ts";
import { askEach } from "./ask.ts";
import { type Labelled, readExamples } from "./examples.ts";

interface NamedFile {
  readonly metric: string;
  readonly file: string;
}

const namedFile: Parser<NamedFile> = {
  parse(word) {
    const at = word.lastIndexOf("=");
    const [metric, file] = [word.slice(0, at), word.slice(at + 1)];
    if (at < 1 || file === "")
      throw usage(`must be the name of a metric and a file, as in Tone=canary.jsonl`);
    return { metric, file };
  },
};

/** `--canary`, for gates. */
export const canaryOption = list(
  "--canary <metric=file>",
  "labelled calls to judge again, in the format of `judge calibrate`. If the judge is right less often than " +
    "when it was certified, it has drifted, and its certificate no longer counts; repeatable (default: `canaries` " +
    "in parley.yaml)",
  namedFile,
);

/** Labelled calls, and the metric that they are labelled for. */
export interface LabelledCalls {
  readonly metric: Body<"create_custom_metric">;
  readonly labelled: readonly Labelled[];
  /** The project names it for all of its runs, including runs without a verdict on its metric. */
  readonly standing: boolean;
}

/**
 * The canaries that options name, and the project's canaries for other metrics.
 * @throws Failure for a metric or a file that cannot be used, before waiting for anything
 */
export async function readCanaries(context: Context, named: readonly NamedFile[]): Promise<LabelledCalls[]> {
  const standing = (await projectCanaries(context)).filter(
    ({ metric }) => !named.some((file) => file.metric === metric),
  );
  const labelled_calls: LabelledCalls[] = [];
  for (const file of [...named, ...standing]) {
    const { definitionOf } = await import("../../metrics/shared/definition.ts");
    const metric = await definitionOf(await metricNamed(context, file.metric));
    const { labelled } = await readExamples(context, file.file, metric);
    labelled_calls.push({ metric, labelled, standing: standing.includes(file) });
  }
  return labelled_calls;
}

async function projectCanaries({ cwd }: Context): Promise<NamedFile[]> {
  const project = await findProject(cwd);
  if (!project) return [];
  const folder = dirname(project.file);
  return Object.entries(project.canaries ?? {}).map(([metric, named]) => {
    const file = resolve(folder, named);
    // A stranger's project could otherwise have any file of the user judged.
    if (leadsOutside(file, folder))
      throw usage(`"canaries: ${metric}" must be inside the folder of the project file, not ${named}`, {
        where: project.file,
        hint: "to use any other file, name it with --canary",
      });
    return { metric, file };
  });
}

/**
 * Adds to certificates what their judges say about the canaries today. Asks only the judges of certificates
 * in `are_used`, because asking costs money.
 */
export async function withCanaries(
  context: Context,
  certificates: readonly Certificate[],
  canaries: readonly LabelledCalls[],
  are_used: ReadonlySet<Certificate>,
): Promise<Certificate[]> {
  const certificates_kept: Certificate[] = [];
  for (const certificate of certificates) {
    const own = canaries.find(({ metric }) => metric.name === certificate.metric);
    certificates_kept.push(
      own && are_used.has(certificate)
        ? { ...certificate, canary: await judgeCanary(context, certificate, own) }
        : certificate,
    );
  }
  return certificates_kept;
}

async function judgeCanary(
  context: Context,
  { model, question_sha256, votes, measured }: Certificate,
  { metric, labelled }: LabelledCalls,
): Promise<Canary> {
  const answers = await askEach(context, labelled, { metric, votes, fresh: true });
  const counted = answers.filter(({ right }) => right !== null);
  const now = { right: counted.filter(({ right }) => right).length, judged: counted.length };
  const before = {
    right: Math.round((measured.accuracy ?? 0) * measured.judged),
    judged: measured.judged,
  };
  const other = counted.some(
    (example) => example.model !== model || example.question_sha256 !== question_sha256,
  );
  const message = `${now.right} of ${now.judged} canary calls right, ${before.right} of ${before.judged} when it was certified`;
  const fault = (() => {
    if (now.judged === 0)
      return `none of the ${labelled.length} canary calls could be judged: ${answers[0]?.reason ?? "no answer"}`;
    // A judge whose verdicts no longer count makes no mistakes either.
    const decided = { right: now.judged, judged: labelled.length };
    if (hasDrifted(decided, { right: measured.judged, judged: measured.examples }))
      return `the judge decides less often: ${now.judged} of ${labelled.length} canary calls, ${measured.judged} of ${measured.examples} when it was certified`;
    if (other) return "the canary calls were judged by another model or question than the certified one";
    return hasDrifted(now, before) ? `the judge has drifted: ${message}` : null;
  })();
  return { ...now, examples: labelled.length, fault, told: message };
}
