/** The limits of a check: `response_latency.p95=2s`, as they are typed and as they are judged. */
import { Failure, usage } from "../../../../lib/failure.ts";
import type { Limit } from "../../../../results/check/criteria.ts";
import type { Context } from "../../../context.ts";
import { nearest } from "../../../nearest.ts";
import { everyPage } from "../../metrics/shared/every-page.ts";
import type { Parser } from "../../parsers.ts";

interface TypedLimit extends Limit {
  /** `s`, `ms` or `%`, if one was given. */
  readonly unit: string | undefined;
}

const UNIT = /(?:ms|s|%)$/;

/** `latency_p95=1500`, split at the last `=`. */
export const limit = (bound: Limit["bound"]): Parser<TypedLimit> => ({
  parse(word) {
    const at = word.lastIndexOf("=");
    const given = word.slice(at + 1).trim();
    const unit = UNIT.exec(given)?.[0];
    const number = given.replace(UNIT, "").trim();
    const value = Number(number);
    if (at < 1 || number === "" || !Number.isFinite(value))
      throw usage(`must be metric=number, not "${word}"`);
    return { metric: word.slice(0, at), bound, value, unit };
  },
});

const LISTS = "`parley metrics builtin` and `parley metrics list` list them";

/**
 * Limits with the ids of their metrics, and in the units of these. A name that is neither a metric of the agent nor a
 * built-in one is refused if it is almost one, and gets a warning otherwise: another service may measure more.
 * @throws Failure (usage)
 */
export async function knownLimits(
  context: Context,
  agent_id: number,
  limits: readonly TypedLimit[],
): Promise<Limit[]> {
  if (limits.length === 0) return [];
  const { catalogue } = await import("../../../../engine/metrics/catalogue.ts");
  const { resolveMetric } = await import("../../../../engine/rules-language/metric-names.ts");
  const ids = catalogue.map(({ id }) => id);
  const own = limits.every(({ metric }) => ids.includes(metric)) ? [] : await metricsOf(context, agent_id);
  const known: Limit[] = [];
  for (const { unit, ...given } of limits) {
    const { metric, bound } = given;
    const where = `--${bound.replace("_", "-")}`;
    const found = own?.includes(metric) ? undefined : resolveMetric(metric, [...catalogue]);
    if (found?.ok) {
      const value = unit === undefined ? given.value : await inUnitOf(found.metric, { where, unit, given });
      known.push({ metric: found.metric.id, bound, value });
      continue;
    }
    if (found) {
      const near = endsWith(metric, ids) ?? found.near_miss ?? nearest(metric, own ?? []);
      if (near !== undefined)
        throw usage(`no metric is called ${metric}; did you mean ${near}?`, { where, hint: LISTS });
      if (own)
        await context.terminal.alert(
          `warning: ${where}: no metric of the agent or built-in one is called ${metric}; ${LISTS}`,
        );
    }
    if (unit !== undefined)
      throw usage(`only built-in metrics have units: give ${metric} a plain number`, { where });
    known.push(given);
  }
  return known;
}

/** The names of the agent's metrics. Undefined if the service does not say. */
async function metricsOf(context: Context, agent_id: number): Promise<string[] | undefined> {
  try {
    const metrics = await everyPage((page) =>
      context.read("list_custom_metrics", { query: { agent_id, page } }),
    );
    return metrics.map(({ name }) => name);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** `latency.p95` for `agent.response_latency.p95`, if no other id ends so. */
function endsWith(name: string, ids: readonly string[]): string | undefined {
  const [only, ...others] = ids.filter((id) => id.endsWith(`_${name}`) || id.endsWith(`.${name}`));
  return others.length === 0 ? only : undefined;
}

interface WithUnit {
  readonly where: string;
  readonly unit: string;
  readonly given: Limit;
}

/** 2 s for a metric in ms: 2000. */
async function inUnitOf(
  metric: { readonly id: string; readonly unit: string },
  { where, unit, given }: WithUnit,
): Promise<number> {
  const { inCommonUnit } = await import("../../../../engine/rules-language/units.ts");
  const pair = inCommonUnit({ number: 1, unit: metric.unit }, { number: given.value, unit });
  if (!pair) throw usage(`${metric.id} is in the unit ${metric.unit}, not ${unit}`, { where });
  return Number((pair[1] / pair[0]).toPrecision(12));
}
