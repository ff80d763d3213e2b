import { attended } from "../../transcript/attended.ts";
import { fold, mentions } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import { hear } from "../hearing/hear.ts";
import { languageOf } from "../language.ts";
import { wordMatcher } from "../match-words.ts";
import type { AgentMessage, Moment } from "../moment.ts";
import { findAnswers } from "../saying/answer.ts";
import { voiceOf } from "../saying/phrase.ts";
import { ended, type Reply } from "../saying/reply.ts";
import { type Aligned, alignedLine, nextLine } from "../script/replay.ts";
import type { CallerState } from "../state.ts";

/**
 * What the caller says when it replays a recording. Undefined if there is no recording, if only its facts are
 * used, or if the record has a better answer. After the last line, the agent's next message ends the
 * conversation.
 */
export function followRecording(moment: AgentMessage): Reply | undefined {
  const { caller, state, message } = moment;
  const { mode, lines } = caller.replay;
  if (lines.length === 0 || mode === "persona") return undefined;
  const next = nextLine(lines, state.replayed, message, caller.language);
  if (mode === "strict") return next ? line(caller, state, next, [next.line]) : finished(moment);
  const aligned = message === "" ? next : alignedLine(lines, state.replayed, message, caller.language);
  if (aligned) return line(caller, state, aligned, [aligned.line]);
  const language = languageOf(caller.language);
  const { asks, questions } = hear(message, language);
  const found = findAnswers(asks, questions.join(" "), caller, state);
  if (found.facts.length > 0) return undefined;
  const passed = answeredLines(caller, state);
  const following = nextLine(lines, [...state.replayed, ...passed], message, caller.language);
  return following ? line(caller, state, following, [...passed, following.line]) : finished(moment);
}

function line(caller: Caller, state: CallerState, aligned: Aligned, passed: readonly number[]): Reply {
  const replayed = [...new Set([...state.replayed, ...passed])];
  const say = caller.replay.lines[aligned.line]?.say ?? "";
  const last = replayed.length === caller.replay.lines.length;
  const farewell = last && mentions(fold(attended(say)), languageOf(caller.language).cues.closing);
  return {
    rule: "transcript",
    say,
    update: { replayed, opened: true, told: toldIn(caller, state, say) },
    record: { replay: aligned },
    ...(farewell ? { end: ended("script_finished") } : {}),
  };
}

/** The facts that saying a line reveals. */
function toldIn(caller: Caller, state: CallerState, say: string): number[] {
  const has = wordMatcher(attended(say), caller.language);
  const inLine = caller.facts.flatMap(({ value }, place) => (has(value) ? [place] : []));
  return [...new Set([...state.told, ...inLine])];
}

function finished(moment: Moment): Reply {
  return { rule: "closing", say: voiceOf(moment).phrase("closing"), end: ended("script_finished") };
}

/** Unsaid lines whose recorded question asked only for things that the caller has told already. */
function answeredLines(caller: Caller, state: CallerState): number[] {
  const language = languageOf(caller.language);
  const told = new Set(state.told.map((fact) => caller.facts[fact]?.slot));
  if (told.size === 0) return [];
  const replayed = new Set(state.replayed);
  return caller.replay.lines.flatMap(({ heard }, place) => {
    if (replayed.has(place)) return [];
    const { asks } = hear(heard, language);
    return asks.length > 0 && asks.every((slot) => told.has(slot)) ? [place] : [];
  });
}
