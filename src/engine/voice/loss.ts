import type { Rng } from "../random.ts";

/**
 * In the bad state, a frame is lost with this probability. In the good state, none is lost (as in
 * tau2-voice).
 */
const LOST_IF_BAD = 0.2;

export interface LossSettings {
  /** Share of lost frames, below 0.2. */
  readonly rate: number;
  /** Mean length of the bad state, in frames. */
  readonly burst: number;
}

/**
 * Loses frames in bursts, as networks do (Gilbert–Elliott). Each call returns whether the next frame is lost.
 * The first state is drawn from the long-run shares, so the rate is right from the first frame.
 */
export function frameLoss({ rate, burst }: LossSettings, rng: Rng): () => boolean {
  const leaves = 1 / burst;
  const enters = (leaves * rate) / (LOST_IF_BAD - rate);
  let bad = rng() < rate / LOST_IF_BAD;
  return () => {
    const lost = bad && rng() < LOST_IF_BAD;
    bad = bad ? rng() >= leaves : rng() < enters;
    return lost;
  };
}
