import { groupBy } from "../../../contract/group-by.ts";
import { duration } from "../../../engine/words/figures-in-words.ts";
import { factsHeardIn } from "../../../results/facts-heard.ts";
import { clock, quantity } from "../../../results/quantity.ts";
import { truncate } from "../truncate.ts";
import type { Evaluation, Measurement, Recording } from "./call.ts";
import { groupOf, isUnusual, METRIC_GROUPS, OTHER } from "./metric-groups.ts";
import { wrap } from "./wrap.ts";

/** The built-in metrics whose values are out of the ordinary, and how many are based on too few events. */
export function unusualLines(metrics: readonly Measurement[], columns: number | undefined): string[] {
  const unusual = metrics.filter(isUnusual);
  const low = metrics.filter(({ status, low_support }) => status === "EVALUATED" && low_support);
  return [
    ...valueLines(unusual, "  ", columns),
    ...(low.length > 0 ? [folded(`${low.length} with low support`, low, columns)] : []),
  ];
}

/** The other metrics that were evaluated, by group, and then those that were not, one line per reason. */
export function measurementLines(metrics: readonly Measurement[], columns: number | undefined): string[] {
  const ordinary = metrics.filter(
    (metric) => metric.status === "EVALUATED" && !isUnusual(metric) && metric.id !== "entities.heard",
  );
  const lines = [...METRIC_GROUPS.map(([title]) => title), OTHER].flatMap((title) => {
    const members = ordinary.filter(({ id }) => groupOf(id) === title);
    return members.length > 0 ? [`  ${title}`, ...valueLines(members, "    ", columns)] : [];
  });
  const reasons = groupBy(
    metrics.filter(({ status }) => status !== "EVALUATED"),
    ({ status, reason = "" }) => `${status.toLowerCase().replaceAll("_", " ")} (${reason})`,
  );
  return [...lines, ...[...reasons].map(([why, ones]) => folded(`${ones.length} ${why}`, ones, columns))];
}

/** One line, cut to the width of the terminal. */
function folded(what: string, metrics: readonly Measurement[], columns: number | undefined): string {
  const line = `  ${what}: ${metrics.map(({ id }) => id).join(", ")}`;
  return columns === undefined ? line : truncate(line, columns);
}

function valueLines(metrics: readonly Measurement[], indent: string, columns: number | undefined): string[] {
  const widest = Math.max(0, ...metrics.map(({ id }) => id.length));
  return metrics.flatMap(({ id, value, unit, n, low_support, lower_bound, evidence }) => {
    const notes = [`n=${n}`, ...(low_support ? ["low support"] : []), ...(lower_bound ? ["at least"] : [])];
    const text = `${quantity(value, unit)} (${notes.join(", ")})${placesText(id, evidence)}`;
    return wrap(`${indent}${id.padEnd(widest)}  `, text, columns);
  });
}

/** Where the sound has a defect: the first places. */
function placesText(id: string, evidence: Measurement["evidence"]): string {
  if (!id.includes(".audio.") || evidence.length === 0) return "";
  const places = evidence
    .slice(0, PLACES_SHOWN)
    .map(({ start_ms, end_ms }) =>
      start_ms === end_ms ? clock(Number(start_ms)) : `${clock(Number(start_ms))}–${clock(Number(end_ms))}`,
    );
  const more = evidence.length - places.length;
  return ` at ${places.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const PLACES_SHOWN = 10;

/** The defects of a channel whose side is not known. */
const defectTexts = (defects: readonly { kind: string; start_ms: number; end_ms: number }[]) =>
  [...new Set(defects.map(({ kind }) => kind))].map((one) => {
    const places = defects.filter(({ kind }) => kind === one);
    return `${one}${placesText(".audio.", places)}`;
  });

/** What became of the facts of the caller. */
export const heardLines = (metrics: readonly Measurement[], columns: number | undefined): string[] =>
  factsHeardIn(metrics).flatMap(({ text }) => wrap("  ", text, columns));

/** What is wrong with the data. */
export const qualityLines = (
  data_quality: Evaluation["data_quality"],
  columns: number | undefined,
): string[] =>
  data_quality.flatMap(({ code, indexes, message }) =>
    wrap(
      "  ",
      `${code}: ${message}${indexes.length > 0 ? ` (at ${indexes.slice(0, 10).join(", ")}${indexes.length > 10 ? ", …" : ""})` : ""}`,
      columns,
    ),
  );

/** The format of a recording, who is on each channel, and how far off the transcript is. */
export function recordingLines(recording: Recording, columns: number | undefined): string[] {
  if (!("channels" in recording))
    return wrap("  ", `not evaluated (${recording.reason}): ${recording.message}`, columns);
  const { duration_ms, sample_rate_hz, channels, assignment, drift } = recording;
  const about = [duration(duration_ms), `${sample_rate_hz} Hz`, `${channels.length} channels`];
  if (recording.copied_mono) about.push("both the same");
  const side = (channel: number) =>
    assignment?.agent_channel === undefined
      ? ""
      : assignment.agent_channel === channel
        ? " (agent)"
        : " (user)";
  const sides = drift ? (["agent", "user"] as const).map((name) => driftText(name, drift[name])) : [];
  return [
    ...wrap("  ", about.join(", "), columns),
    ...channels.flatMap(
      (
        { peak_dbfs, rms_dbfs, clipped_fraction, dc_offset = 0, estimate: { snr_db, noisy }, defects = [] },
        at,
      ) =>
        wrap(
          `  channel ${at}${side(at)}: `,
          [
            `peak ${peak_dbfs.toFixed(1)} dBFS`,
            `level ${rms_dbfs.toFixed(1)} dBFS`,
            ...(clipped_fraction > 0 ? [`${quantity(clipped_fraction * 100, "percent")} clipped`] : []),
            ...(Math.abs(dc_offset) >= 0.001 ? [`offset ${dc_offset.toFixed(3)} removed`] : []),
            ...(snr_db === null ? [] : [`about ${Math.round(snr_db)} dB above the noise`]),
            ...(noisy ? ["too noisy for times"] : []),
            // With sides, the metrics of sound list the places.
            ...(assignment?.agent_channel === undefined ? defectTexts(defects) : []),
          ].join(", "),
          columns,
        ),
    ),
    ...(assignment?.rests_on ? wrap("  ", restsOn(assignment), columns) : []),
    ...(assignment?.status === "refused"
      ? wrap("  ", `it is unclear who is on which channel: ${assignment.reason}`, columns)
      : []),
    ...(sides.length > 0 ? wrap("  ", `the transcript is off by: ${sides.join("; ")}`, columns) : []),
  ];
}

const SIGNS: Record<string, string> = {
  transcript_times: "the times in the transcript",
  spoke_first: "who spoke first",
  words: "how much each side says in the transcript",
};

function restsOn({
  rests_on = [],
  weak,
}: {
  rests_on?: string[] | undefined;
  weak?: boolean | undefined;
}): string {
  const signs = rests_on.map((sign) => SIGNS[sign] ?? sign).join(" and ");
  return `the agent's channel was decided by ${signs}${weak ? "; the sides may be swapped" : ""}`;
}

type Drift = { n: number; median_ms: number | null; max_ms: number | null };

const driftText = (name: string, { n, median_ms, max_ms }: Drift) =>
  median_ms === null || max_ms === null
    ? `${name} not comparable`
    : `${name}: median ${duration(median_ms)}, at most ${duration(max_ms)} (n=${n})`;
