/**
 * `--probe`, `--seed`, `--preview` and `--out` extend the API: a service without them refuses the field or
 * ignores it.
 */
import { isObject } from "../../../../contract/is-object.ts";
import { counted } from "../../../../engine/words/counted.ts";
import { Failure } from "../../../../lib/failure.ts";

const OPTIONS: Readonly<Record<string, string>> = {
  policy_probes: "--probe",
  seed: "--seed",
  preview: "--preview and --out",
};

/** How services word their refusal of a field that they do not know. */
const UNKNOWN_FIELD = /extra|unknown|unexpected|unrecogni[sz]ed|not (?:permitted|allowed|supported)/i;

/** Adds to a refusal which options the service does not know. Any other error stays as it is. */
export function nameUnknownOptions(error: unknown): unknown {
  if (!(error instanceof Failure) || error.outcome !== "refused") return error;
  const { details = [] } = error.options;
  const fields = Object.keys(OPTIONS).filter(
    (field) =>
      details.some(({ where, message }) => where === field && UNKNOWN_FIELD.test(message)) ||
      (UNKNOWN_FIELD.test(error.message) && new RegExp(`\\b${field}\\b`).test(error.message)),
  );
  if (fields.length === 0) return error;
  const options = fields.map((field) => OPTIONS[field]).join(", ");
  return new Failure(error.outcome, error.message, {
    ...error.options,
    hint: `this service does not know ${options}; nothing was stored; leave it out`,
  });
}

/** What a warning says if the service had a reason to leave out the probes. */
const EXPLAINED = /left out|prob|rules? in the prompt/i;

interface Generated {
  readonly digital_humans: readonly unknown[];
  readonly warning?: string | null | undefined;
}

/**
 * Why the service made no probes although they were requested; undefined if there are some, or if the warning
 * says why not.
 */
export function ignoredProbes(
  asked: number | null | undefined,
  { digital_humans, warning }: Generated,
  isStored: boolean,
): Failure | undefined {
  const isProbe = (one: unknown) =>
    typeof one === "object" && one !== null && "tag" in one && one.tag === "policy_probe";
  if (!asked || digital_humans.some(isProbe) || EXPLAINED.test(warning ?? "")) return undefined;
  return new Failure("failed", `the service ignored --probe ${asked}: it created no probes`, {
    code: "ignored",
    hint:
      isStored && digital_humans.length > 0
        ? "this service does not know --probe; the digital humans above were stored"
        : "this service does not know --probe; nothing was stored",
  });
}

/** The ids of those that the service has stored. It may wrap each in `digital_human`. */
export const storedIds = (digital_humans: readonly unknown[]): (number | string)[] =>
  digital_humans.flatMap((digital_human) => {
    const human =
      isObject(digital_human) && isObject(digital_human["digital_human"])
        ? digital_human["digital_human"]
        : digital_human;
    const id = isObject(human) ? human["id"] : undefined;
    return typeof id === "number" || typeof id === "string" ? [id] : [];
  });

/**
 * Why the service stored what was requested as a preview; undefined if it did not. Only what is stored has an
 * id.
 * @param simulation_id the simulation that the digital humans were for
 */
export function storedInstead(
  digital_humans: readonly unknown[],
  simulation_id: string | null | undefined,
): Failure | undefined {
  const ids = storedIds(digital_humans);
  if (ids.length === 0) return undefined;
  return new Failure(
    "failed",
    `the service ignored the request for a preview and stored ${counted(ids.length, "digital human")}: ${ids.join(", ")}`,
    {
      code: "stored",
      hint: simulation_id
        ? `\`parley dh list ${simulation_id}\` shows them; this service does not know --preview and --out`
        : "this service does not know --preview and --out",
    },
  );
}
