const rms = (samples, at, length) => {
  let sum = 0;
  for (let i = at; i < at + length; i++) sum += (samples[i] ?? 0) ** 2;
  return Math.sqrt(sum / length);
};

/** A moment within a loud sound: the first after a share of the speech that differs from turn to turn. */
function loudMoment({ samples }, at, rate) {
  const [from, to, frame] = [rate / 2, samples.length - rate, rate / 50];
  const levels = [];
  for (let i = from; i < to; i += rate / 100) levels.push(rms(samples, i, frame));
  const loud = 0.4 * levels.sort((a, b) => a - b)[Math.floor(levels.length * 0.9)];
  for (let i = Math.round(from + (to - from) * (0.35 + 0.015 * (at % 20))); i < to; i++)
    if (rms(samples, i, frame) > loud && rms(samples, i - frame, frame) > loud) return i;
  throw new Error(`no loud moment in turn ${at}`);
}

/** Each makes a turn with one defect, and says in which millisecond it begins. `afterLine`: behind the telephone line. */
export const DEFECTS = {
  clipping: {
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      const isIn = (i) => i >= moment && i < moment + 0.4 * rate;
      const louder = (sample) => (sample * 4) / sound.peak;
      const first = sound.samples.findIndex((sample, i) => isIn(i) && Math.abs(louder(sample)) > 1);
      return withOne(sound.samples, rate, first, (sample, i) =>
        isIn(i) ? Math.max(-1, Math.min(1, louder(sample))) : sample,
      );
    },
  },
  dropouts: {
    afterLine: true,
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      const end = moment + (0.02 + 0.004 * (at % 20)) * rate;
      return withOne(sound.samples, rate, moment, (sample, i) => (i >= moment && i < end ? 0 : sample));
    },
  },
  frozen: {
    afterLine: true,
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      const frame = (at % 2 ? 0.02 : 0.04) * rate;
      return withOne(sound.samples, rate, moment, (sample, i) =>
        i >= moment && i < moment + frame ? sound.samples[i - frame] : sample,
      );
    },
  },
  loops: {
    afterLine: true,
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      return withOne(sound.samples, rate, moment, (sample, i) =>
        i >= moment && i < moment + 0.5 * rate ? sound.samples[i - 0.5 * rate] : sample,
      );
    },
  },
  dc_offset: {
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      return withOne(sound.samples, rate, moment, (sample, i) => (i >= moment ? sample + 0.08 : sample));
    },
    afterLine: true,
  },
  level_jumps: {
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      const gain = at % 2 ? 0.2 : 1;
      const before = at % 2 ? 1 : 0.2;
      return withOne(sound.samples, rate, moment, (sample, i) => sample * (i >= moment ? gain : before));
    },
  },
  cut_replies: {
    make(sound, at, rate) {
      const moment = loudMoment(sound, at, rate);
      return withOne(sound.samples, rate, moment, (sample, i) => (i >= moment ? 0 : sample));
    },
  },
};

function withOne(samples, rate, moment, change) {
  return { samples: Array.from(samples, change), place: (moment * 1000) / rate };
}
