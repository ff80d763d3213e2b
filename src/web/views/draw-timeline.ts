/** Draws the timeline: a lane for each side, as a waveform or as bars, and marks in between. */
import type { Span, Talk } from "../../results/talk.ts";

/** Pixels left free on either side, for the marks at the very beginning and end. */
export const PADDING = 6;

const LANE = 44;
const TOP = 16;
const GAP = 6;
const AXIS = 20;

export function drawTimeline(
  canvas: HTMLCanvasElement,
  talk: Talk,
  { at, marks }: { at: number; marks: readonly number[] },
): void {
  const pen = canvas.getContext("2d");
  const width = canvas.clientWidth;
  const height = TOP + 2 * LANE + GAP + AXIS;
  if (!pen || width === 0) return;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const duration = Math.max(1, talk.duration_ms);
  const x = (ms: number) => PADDING + (ms / duration) * (width - 2 * PADDING);
  const box = (spans: readonly Span[], top: number, tall: number) => {
    for (const { start_ms, end_ms } of spans)
      pen.fillRect(x(start_ms), top, Math.max(2, x(end_ms) - x(start_ms)), tall);
  };

  pen.fillStyle = colour("wait");
  box(talk.waits, TOP, 2 * LANE + GAP);
  const lanes = [
    { spans: talk.speech.agent, peaks: peaksOf(talk, "agent"), fill: colour("agent"), top: TOP },
    { spans: talk.speech.user, peaks: peaksOf(talk, "user"), fill: colour("user"), top: TOP + LANE + GAP },
  ];
  for (const { spans, peaks, fill, top } of lanes) {
    pen.fillStyle = colour("line");
    pen.fillRect(PADDING, top + LANE / 2, width - 2 * PADDING, 1);
    pen.fillStyle = fill;
    if (peaks)
      drawPeaks(pen, peaks, { x, bucket_ms: talk.audio?.peaks?.bucket_ms ?? 0, middle: top + LANE / 2 });
    else {
      pen.globalAlpha = 0.85;
      box(spans, top + 10, LANE - 20);
      pen.globalAlpha = 1;
    }
  }
  // If neither the recording nor the transcript has the length of turns, draws moments.
  if (talk.speech.agent.length + talk.speech.user.length === 0)
    for (const turn of talk.turns)
      if (turn.at_ms !== null) {
        pen.fillStyle = colour(turn.side === "agent" ? "agent" : "user");
        pen.fillRect(
          x(turn.at_ms) - 1.5,
          (turn.side === "agent" ? TOP : TOP + LANE + GAP) + 10,
          3,
          LANE - 20,
        );
      }

  pen.fillStyle = colour("fail");
  // Under a side's lane, so that its waveform stays visible.
  box(talk.faults.agent, TOP, 3);
  box(talk.faults.user, TOP + 2 * LANE + GAP - 3, 3);
  box(talk.interruptions, TOP + LANE - 2, GAP + 4);
  pen.fillStyle = colour("ink");
  for (const { at_ms } of talk.tools) if (at_ms !== null) diamond(pen, x(at_ms), TOP + LANE + GAP / 2, 5);
  for (const ms of marks) flag(pen, x(ms), colour("fail"), TOP + 2 * LANE + GAP);
  drawAxis(pen, {
    duration,
    x,
    width,
    top: TOP + 2 * LANE + GAP,
    ink: colour("muted"),
    line: colour("line"),
  });

  pen.fillStyle = colour("ink");
  pen.fillRect(x(at) - 0.75, TOP - 6, 1.5, 2 * LANE + GAP + 10);
}

function peaksOf({ audio }: Talk, side: "agent" | "user"): readonly number[] | undefined {
  if (!audio?.peaks) return undefined;
  const { channels } = audio.peaks;
  // A single channel has both sides, and is drawn once.
  if (channels.length === 1) return side === "agent" ? channels[0] : [];
  const agent = audio.agent_channel ?? 0;
  return channels[side === "agent" ? agent : agent === 0 ? 1 : 0];
}

interface Lane {
  readonly x: (ms: number) => number;
  readonly bucket_ms: number;
  readonly middle: number;
}

/**
 * Pairs of the lowest and highest sample of each bucket. If there are more buckets than pixels, several are
 * drawn together.
 */
function drawPeaks(
  pen: CanvasRenderingContext2D,
  peaks: readonly number[],
  { x, bucket_ms, middle }: Lane,
): void {
  const reach = LANE / 2 / 127;
  const lows = new Map<number, [low: number, high: number]>();
  for (let bucket = 0; bucket < peaks.length / 2; bucket++) {
    const pixel = Math.floor(x(bucket * bucket_ms));
    const [low, high] = lows.get(pixel) ?? [0, 0];
    lows.set(pixel, [Math.min(low, peaks[2 * bucket] ?? 0), Math.max(high, peaks[2 * bucket + 1] ?? 0)]);
  }
  const wide = Math.max(1, x(bucket_ms) - x(0));
  for (const [pixel, [low, high]] of lows)
    if (high > low) pen.fillRect(pixel, middle - high * reach, wide, Math.max(1, (high - low) * reach));
}

function diamond(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.beginPath();
  pen.moveTo(x, y - size);
  pen.lineTo(x + size, y);
  pen.lineTo(x, y + size);
  pen.lineTo(x - size, y);
  pen.fill();
}

function flag(pen: CanvasRenderingContext2D, x: number, fill: string, bottom: number): void {
  pen.fillStyle = fill;
  pen.globalAlpha = 0.5;
  pen.fillRect(x - 0.5, 8, 1, bottom - 8);
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.arc(x, 6, 5, 0, 2 * Math.PI);
  pen.fill();
}

const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

interface Axis {
  readonly duration: number;
  readonly x: (ms: number) => number;
  readonly width: number;
  readonly top: number;
  readonly ink: string;
  readonly line: string;
}

function drawAxis(pen: CanvasRenderingContext2D, { duration, x, width, top, ink, line }: Axis): void {
  const fit = Math.max(2, Math.floor(width / 80));
  const step = (STEPS_S.find((seconds) => duration / 1000 / seconds <= fit) ?? 3600) * 1000;
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "top";
  pen.textAlign = "center";
  for (let ms = 0; ms <= duration; ms += step) {
    pen.fillStyle = line;
    pen.fillRect(x(ms), top, 1, 4);
    pen.fillStyle = ink;
    const seconds = ms / 1000;
    const text = `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(step < 1000 ? 1 : 0).padStart(step < 1000 ? 4 : 2, "0")}`;
    pen.fillText(text, Math.min(width - 18, Math.max(18, x(ms))), top + 6);
  }
}
