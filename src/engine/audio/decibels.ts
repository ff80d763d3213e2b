/** Silence has no level in decibels, so this is the lowest level. */
const LOWEST_DBFS = -120;

/** The level of a mean square in dB relative to full scale (a constant 1 is 0 dBFS), at least -120. */
export function powerToDbfs(meanSquare: number): number {
  return meanSquare > 0 ? Math.max(10 * Math.log10(meanSquare), LOWEST_DBFS) : LOWEST_DBFS;
}
