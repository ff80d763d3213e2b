/** The settings of a simulation: checked, stored, and read. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireMetrics } from "../metrics/lookup.ts";
import { KNOWLEDGE_BASE, PROMPT } from "../versions/kinds.ts";
import { requireVersion } from "../versions/read.ts";

type Draft = Output<"SimulationSettings">;

/** The stored form: the duration in seconds, and no nulls. */
export type Settings = {
  readonly [F in keyof Omit<Draft, "max_call_duration_units">]: NonNullable<Draft[F]>;
};

export const settingsOf = ({ settings }: Pick<Row<"simulation">, "settings">): Settings =>
  JSON.parse(settings);

/** Settings after a change: named fields replace the old ones, and null clears them. */
export function changedSettings(
  known: Settings,
  { max_call_duration_units, ...named }: Partial<Draft>,
): Settings {
  const inSeconds = (duration: number) => duration * (max_call_duration_units === "seconds" ? 1 : 60);
  const { max_call_duration } = named;
  const changed = {
    ...known,
    ...named,
    ...(max_call_duration && { max_call_duration: inSeconds(max_call_duration) }),
  };
  return Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** 404 for a version or metric that does not exist; 400 for thresholds that contradict each other. */
export async function requireSoundSettings(
  db: Kysely<Database>,
  { organization_id, agent_id }: Pick<Row<"simulation">, "organization_id" | "agent_id">,
  settings: Settings,
): Promise<void> {
  const { prompt_id, knowledge_base_id, selected_custom_metrics } = settings;
  if (prompt_id) await requireVersion(db, PROMPT, agent_id, { id: prompt_id });
  if (knowledge_base_id) await requireVersion(db, KNOWLEDGE_BASE, agent_id, { id: knowledge_base_id });
  if (selected_custom_metrics) await requireMetrics(db, organization_id, selected_custom_metrics);
  const { custom_metrics_failing_threshold: failing, custom_metrics_passing_threshold: passing } = settings;
  if (failing !== undefined && passing !== undefined && failing >= passing)
    throw badRequest(
      `custom_metrics_failing_threshold (${failing}) must be below custom_metrics_passing_threshold (${passing})`,
    );
}

/** How many conversations of a run may be in progress together. Null means all. */
export const concurrencyOf = (simulation: Pick<Row<"simulation">, "settings" | "max_concurrent">) =>
  settingsOf(simulation).sequential_calling ? 1 : simulation.max_concurrent;

/** How many conversations each digital human has in a run, if the simulation says so. */
export function runsPerDigitalHuman(simulation: Pick<Row<"simulation">, "settings">): number | undefined {
  const { runs_per_digital_human, digital_humans_settings } = settingsOf(simulation);
  const num_runs = digital_humans_settings?.["num_runs"];
  if (runs_per_digital_human !== undefined) return runs_per_digital_human;
  return typeof num_runs === "number" && Number.isInteger(num_runs) && num_runs > 0 ? num_runs : undefined;
}
