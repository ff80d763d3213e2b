import { quantile } from "../../metrics/timing/statistics.ts";
import { powerToDbfs } from "../decibels.ts";

/** The 10th percentile of the levels of the frames: what is heard when nobody speaks. */
export const noiseFloor = (powers: readonly number[]): number | null =>
  quantile(Float64Array.from(powers, powerToDbfs).sort(), 0.1);
