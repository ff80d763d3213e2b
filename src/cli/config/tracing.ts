import { usage } from "../../lib/failure.ts";

/** Which spans go to the collector. */
export interface TracingSettings {
  /** If the caller has decided whether to keep its trace, do the same. */
  readonly follows_caller: boolean;
  /**
   * The share of the traces that begin here, or of all traces if the caller's decision is ignored: 0 to 1.
   */
  readonly share: number;
}

/**
 * Names from OpenTelemetry's specification. The "ratio" samplers take their share from
 * OTEL_TRACES_SAMPLER_ARG.
 */
const SAMPLERS: Readonly<Record<string, Pick<TracingSettings, "follows_caller"> & { share?: number }>> = {
  always_on: { follows_caller: false, share: 1 },
  always_off: { follows_caller: false, share: 0 },
  traceidratio: { follows_caller: false },
  parentbased_always_on: { follows_caller: true, share: 1 },
  parentbased_always_off: { follows_caller: true, share: 0 },
  parentbased_traceidratio: { follows_caller: true },
};

/**
 * The settings in OpenTelemetry's variables; undefined if they name no collector. OpenTelemetry's own
 * libraries read the collector's address and the description of this process.
 *
 * @throws Failure (usage) for an unknown sampler or an invalid share
 */
export function tracingSettings(
  env: Readonly<Record<string, string | undefined>>,
): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env;
  if (!(all || traces) || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
  const name = env["OTEL_TRACES_SAMPLER"] || "parentbased_always_on";
  const sampler = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined;
  if (!sampler)
    throw usage(`unknown sampler "${name}"`, {
      where: "OTEL_TRACES_SAMPLER",
      hint: `use one of ${Object.keys(SAMPLERS).join(", ")}`,
    });
  const { follows_caller, share = shareOf(env["OTEL_TRACES_SAMPLER_ARG"] || "1") } = sampler;
  return { follows_caller, share };
}

function shareOf(text: string): number {
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  throw usage(`"${text}" is not a valid share`, {
    where: "OTEL_TRACES_SAMPLER_ARG",
    hint: "use a number from 0 (no traces) to 1 (all traces)",
  });
}
