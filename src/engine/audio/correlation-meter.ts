/** From this correlation on, two channels hold the same signal: a mono recording was copied. */
const COPIED = 0.98;

/** Pearson's correlation of two channels, gathered as the samples come. */
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

  /** From -1 to 1; null when a channel is constant. */
  correlation(): number | null {
    const n = this.#samples;
    const varianceX = n * this.#sumXX - this.#sumX ** 2;
    const varianceY = n * this.#sumYY - this.#sumY ** 2;
    if (!(varianceX > 0 && varianceY > 0)) return null;
    return (n * this.#sumXY - this.#sumX * this.#sumY) / Math.sqrt(varianceX * varianceY);
  }
}

/** Whether two channels are one, copied. */
export function isCopiedMono(correlation: number | null): boolean {
  return correlation !== null && correlation >= COPIED;
}
