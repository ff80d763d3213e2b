/** Both sides of a conversation on a common time axis, with the recording if there is one. */
import { useEffect, useRef, useState } from "preact/hooks";
import { clock } from "../../results/quantity.ts";
import type { Talk } from "../../results/talk.ts";
import { drawTimeline, PADDING } from "./draw-timeline.ts";
import { html, span } from "./kit.ts";

/** What the surrounding screen may control. */
export interface Player {
  seek(ms: number): void;
  toggle(): void;
}

const STEP_MS = 1000;
const LEAP_MS = 5000;

export function Timeline({
  talk,
  marks,
  player,
  onMoment,
}: {
  talk: Talk;
  marks: readonly number[];
  player: { current: Player | null };
  onMoment: (ms: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [fault, setFault] = useState<string>();
  const source = useSource(talk.audio?.url ?? null);
  const duration = Math.max(1, talk.duration_ms);
  const isFaulty = talk.faults.agent.length + talk.faults.user.length > 0;

  const seek = (ms: number) => {
    const to = Math.max(0, Math.min(duration, ms));
    if (audio.current) audio.current.currentTime = to / 1000;
    setAt(to);
  };
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (element.paused) void element.play().catch((error: Error) => setFault(error.message));
    else element.pause();
  };
  player.current = { seek, toggle };

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawTimeline(element, talk, { at, marks });
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      watch.disconnect();
      scheme.removeEventListener("change", draw);
    };
  }, [talk, at, marks]);

  // The element reports the time only four times a second. A moving playhead needs more.
  useEffect(() => {
    if (!playing) return;
    let frame = requestAnimationFrame(function next() {
      setAt((audio.current?.currentTime ?? 0) * 1000);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  const move = (event: KeyboardEvent) => {
    const by = event.shiftKey ? LEAP_MS : STEP_MS;
    const targets: Record<string, number> = {
      ArrowLeft: at - by,
      ArrowRight: at + by,
      Home: 0,
      End: duration,
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    seek(to);
    onMoment(to);
  };
  const click = (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const ms = ((event.clientX - box.left - PADDING) / Math.max(1, box.width - 2 * PADDING)) * duration;
    seek(ms);
    onMoment(Math.max(0, Math.min(duration, ms)));
  };

  return html`<div class="timeline">
    <div class="timeline-head">
      ${
        source &&
        html`<button class="play" onClick=${toggle} aria-label=${playing ? "Pause" : "Play"}><span aria-hidden="true">${playing ? "❚❚" : "▶"}</span></button>
        <audio ref=${audio} src=${source} preload="auto" onPlay=${() => setPlaying(true)} onPause=${() => setPlaying(false)} onEnded=${() => setPlaying(false)}
          onSeeked=${() => setAt((audio.current?.currentTime ?? 0) * 1000)} onError=${() => setFault("the browser cannot play this recording")}></audio>`
      }
      <span class="time"><strong>${clock(at)}</strong> / ${clock(duration)}</span>
      <ul class="legend">
        <li><span class="dot agent"></span>Agent</li><li><span class="dot user"></span>Caller</li>
        ${talk.waits.length > 0 && html`<li><span class="dot wait"></span>Wait for the agent</li>`}
        ${talk.interruptions.length > 0 && html`<li><span class="dot failed"></span>Interruption</li>`}
        ${isFaulty && html`<li><span class="dot failed"></span>Fault of the sound</li>`}
        ${talk.tools.some(({ at_ms }) => at_ms !== null) && html`<li><span class="diamond"></span>Tool call</li>`}
      </ul>
    </div>
    <canvas ref=${canvas} tabindex="0" role="slider" aria-label="Time in the conversation" aria-valuemin="0" aria-valuemax=${Math.round(duration)} aria-valuenow=${Math.round(at)}
      aria-valuetext=${`${clock(at)} of ${clock(duration)}`} onKeyDown=${move} onClick=${click}></canvas>
    ${fault && html`<p class="quiet" role="alert">The recording cannot be played: ${fault}.</p>`}
    ${talk.waits.length > 0 && html`<p class="unseen">Waits for the agent: ${talk.waits.map((wait) => `${span(wait.end_ms - wait.start_ms)} at ${clock(wait.start_ms)}`).join(", ")}</p>`}
  </div>`;
}

/**
 * A recording in the page becomes a blob, because players can seek in blobs, and they cannot load other
 * pages.
 */
function useSource(url: string | null): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (!url?.startsWith("data:")) {
      setSource(url);
      return;
    }
    const [, type = "", text = ""] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
    const made = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], { type }),
    );
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [url]);
  return source;
}
