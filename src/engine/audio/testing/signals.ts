/** `ms` of a sine of a frequency and an amplitude. */
export function tone(ms: number, rate: number, amplitude = 0.5, hertz = 440): number[] {
  return Array.from(
    { length: Math.round((ms * rate) / 1000) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
}

/** `ms` of digital silence. */
export function silence(ms: number, rate: number): number[] {
  return new Array<number>(Math.round((ms * rate) / 1000)).fill(0);
}

/** `ms` of noise in [-amplitude, amplitude], the same in every run. */
export function noise(ms: number, rate: number, amplitude: number): number[] {
  let state = 1;
  return Array.from({ length: Math.round((ms * rate) / 1000) }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return amplitude * (state / 2147483648 - 1);
  });
}

/** The sum of two signals of the same length. */
export function mixed(left: readonly number[], right: readonly number[]): number[] {
  return left.map((sample, at) => sample + (right[at] ?? 0));
}
