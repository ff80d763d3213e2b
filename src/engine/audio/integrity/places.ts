import type { Places } from "../../metrics/audio/defects.ts";
import type { Interval } from "../../metrics/timing/interval.ts";

/** More places of one kind on a channel are counted but not kept. */
const KEPT = 200;

export const noPlaces = (): Places => ({ count: 0, total_ms: 0, kept: [] });

/** Adds a place. One that starts at most `joining_ms` after the end of the last one continues it. */
export function addPlace(places: Places, { start_ms, end_ms }: Interval, joining_ms = 0): void {
  const last = places.kept.at(-1);
  const continues = last && places.count <= KEPT && start_ms - last.end_ms <= joining_ms;
  if (continues) {
    places.total_ms += Math.max(0, end_ms - last.end_ms);
    last.end_ms = Math.max(last.end_ms, end_ms);
    return;
  }
  places.count++;
  places.total_ms += end_ms - start_ms;
  if (places.kept.length < KEPT) places.kept.push({ start_ms, end_ms });
}

export function placesOf(intervals: readonly Interval[]): Places {
  const places = noPlaces();
  for (const interval of intervals) addPlace(places, interval, -1);
  return places;
}
