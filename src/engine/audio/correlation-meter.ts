/** Two channels whose correlation is at least this contain the same signal: a copied mono recording. */
const COPIED = 0.98;

/** Pearson's correlation of two channels, collected as the samples arrive. */
export class CorrelationMeter {
  #samples = 0;
  #sumX = 0;
  #sumY = 0;
  #sumXX = 0;
  #sumYY = 0;
  #sumXY = 0;

  add(left: Float32Array, right: Float32Array): void {
    let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
    for (let at = 0; at < left.length; at++) {
      const x = left[at] ?? 0;
      const y = right[at] ?? 0;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
    }
    this.#samples += left.length;
    this.#sumX += sumX;
    this.#sumY += sumY;
    this.#sumXX += sumXX;
    this.#sumYY += sumYY;
    this.#sumXY += sumXY;
  }

  /** Between -1 and 1, or null if a channel is constant. */
  correlation(): number | null {
    const n = this.#samples;
    const varianceX = n * this.#sumXX - this.#sumX ** 2;
    const varianceY = n * this.#sumYY - this.#sumY ** 2;
    if (!(varianceX > 0 && varianceY > 0)) return null;
    return (n * this.#sumXY - this.#sumX * this.#sumY) / Math.sqrt(varianceX * varianceY);
  }
}

/** Whether both channels contain the same, copied signal. */
export function isCopiedMono(correlation: number | null): boolean {
  return correlation !== null && correlation >= COPIED;
}
