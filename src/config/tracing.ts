import { usage } from "../failure.ts";

/** Which spans go to the collector. */
export interface TracingSettings {
  /** Where the caller has decided whether its trace is kept, that holds. */
  readonly follows_caller: boolean;
  /** Of the traces that begin here, or of all where no caller is followed: 0 to 1. */
  readonly share: number;
}

/** The names of OpenTelemetry's specification; those of "ratio" take their share from OTEL_TRACES_SAMPLER_ARG. */
const SAMPLERS: Readonly<Record<string, Pick<TracingSettings, "follows_caller"> & { share?: number }>> = {
  always_on: { follows_caller: false, share: 1 },
  always_off: { follows_caller: false, share: 0 },
  traceidratio: { follows_caller: false },
  parentbased_always_on: { follows_caller: true, share: 1 },
  parentbased_always_off: { follows_caller: true, share: 0 },
  parentbased_traceidratio: { follows_caller: true },
};

/**
 * What OpenTelemetry's variables say; undefined where they name no collector. Where it is, and what describes this
 * process, its own libraries read.
 *
 * @throws Failure (usage) where a sampler is named that is not known, or a share that is none
 */
export function tracingSettings(
  env: Readonly<Record<string, string | undefined>>,
): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env;
  if (!(all || traces) || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
  const name = env["OTEL_TRACES_SAMPLER"] || "parentbased_always_on";
  const sampler = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined;
  if (!sampler)
    throw usage(`there is no sampler "${name}"`, {
      where: "OTEL_TRACES_SAMPLER",
      hint: `it takes ${Object.keys(SAMPLERS).join(", ")}`,
    });
  const { follows_caller, share = shareOf(env["OTEL_TRACES_SAMPLER_ARG"] || "1") } = sampler;
  return { follows_caller, share };
}

function shareOf(text: string): number {
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  throw usage(`"${text}" is no share`, {
    where: "OTEL_TRACES_SAMPLER_ARG",
    hint: "it is a number from 0 (no trace) to 1 (every one)",
  });
}
