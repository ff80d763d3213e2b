/** The discrete Fourier transform of complex numbers, in place, for one size: a power of two. */
export class Fft {
  readonly #size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    this.#size = size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, at) => Math.sin((2 * Math.PI * at) / size));
    const bits = Math.log2(size);
    this.#reversed = Uint32Array.from({ length: size }, (_, at) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) if (at & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
      return reversed;
    });
  }

  forward(real: Float64Array, imaginary: Float64Array): void {
    const size = this.#size;
    for (let at = 0; at < size; at++) {
      const other = this.#reversed[at] as number;
      if (other <= at) continue;
      const [r, i] = [real[at] as number, imaginary[at] as number];
      real[at] = real[other] as number;
      imaginary[at] = imaginary[other] as number;
      real[other] = r;
      imaginary[other] = i;
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half)
        for (let k = 0; k < half; k++) {
          const cos = this.#cos[k * stride] as number;
          const sin = this.#sin[k * stride] as number;
          const a = start + k;
          const b = a + half;
          const rb = real[b] as number;
          const ib = imaginary[b] as number;
          const r = rb * cos + ib * sin;
          const i = ib * cos - rb * sin;
          const ra = real[a] as number;
          const ia = imaginary[a] as number;
          real[b] = ra - r;
          imaginary[b] = ia - i;
          real[a] = ra + r;
          imaginary[a] = ia + i;
        }
    }
  }
}
