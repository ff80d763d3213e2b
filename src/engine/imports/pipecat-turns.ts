/** Who said what in a log of Pipecat's messages, by the order in which Pipecat's own code sends them. */
import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import type { Side } from "../../contract/values.ts";
import { said, textOf } from "./fields.ts";
import { spokenIn } from "./pipecat-words.ts";
import type { Entry } from "./reader.ts";

interface Turn {
  readonly side: Side;
  readonly words: string[];
  start?: number | undefined;
  end?: number | undefined;
  isOver: boolean;
}

type Offset = (message: Fields) => number | undefined;

/**
 * The turns. Pipecat sends the words of a turn at different moments:
 *
 * - `bot-output` and `bot-tts-text` after `bot-started-speaking`, as the words are spoken;
 * - `bot-transcription`, which `bot-output` replaced, as the model writes: before `bot-started-speaking`, unless
 *   the bot already speaks;
 * - `user-transcription` before `user-started-speaking` if it starts the turn, and otherwise during or after it.
 *
 * In a written conversation, nobody starts to speak: the order of the words decides.
 */
export function turnsOf(messages: readonly Fields[], offset: Offset): Entry[] {
  const speaks = {
    AGENT: messages.some(({ type }) => type === "bot-started-speaking"),
    USER: messages.some(({ type }) => type === "user-started-speaking"),
  };
  const wordsOfAgent = spokenIn(messages);
  const turns: Turn[] = [];
  const latest: Partial<Record<Side, Turn>> = {};
  /** Words that came before the start of their turn. */
  const early: Record<Side, string[]> = { AGENT: [], USER: [] };
  let isNewReply = false;
  let isCutOff = false;

  const begin = (side: Side, start?: number) => {
    const turn: Turn = { side, words: early[side].splice(0), start, isOver: false };
    turns.push(turn);
    latest[side] = turn;
    return turn;
  };
  const end = (turn: Turn | undefined, moment: number | undefined) => {
    if (!turn || turn.isOver) return;
    turn.end = moment;
    turn.isOver = true;
  };
  /** Early words that no turn followed belong to the last one, which had none of its own or began before them. */
  const settle = (side: Side) => {
    if (early[side].length === 0) return;
    const turn = latest[side];
    if (turn && (side === "USER" || turn.words.length === 0)) turn.words.push(...early[side].splice(0));
    else begin(side);
  };
  const add = (side: Side, words: string, isEarly: (turn: Turn) => boolean) => {
    const turn = latest[side];
    if (!speaks[side]) (turn && turns.at(-1) === turn ? turn : begin(side)).words.push(words);
    else if (turn && !isEarly(turn)) turn.words.push(words);
    else early[side].push(words);
  };

  for (const message of messages) {
    const type = String(message["type"]);
    const data = fieldsOf(message["data"]);
    if (type === "user-started-speaking") {
      begin("USER", offset(message));
      isCutOff = true;
    } else if (type === "user-stopped-speaking") end(latest.USER, offset(message));
    else if (type === "bot-started-speaking") {
      settle("USER");
      begin("AGENT", offset(message));
      [isNewReply, isCutOff] = [false, false];
    } else if (type === "bot-stopped-speaking") end(latest.AGENT, offset(message));
    else if (type === "bot-interrupted") early.AGENT.splice(0);
    else if (type === "bot-llm-started") {
      settle("USER");
      // A reply that the user cut off before its first sound was never heard.
      if (isCutOff) early.AGENT.splice(0);
      [isNewReply, isCutOff] = [true, false];
    } else if (type === "user-llm-text") settle("USER");
    else if (type === "user-transcription") {
      const text = textOf(data["text"]);
      if (text !== undefined && data["final"] !== false)
        add("USER", text, (turn) => turn.isOver && turn.words.length > 0);
    } else {
      const words = wordsOfAgent(message);
      const isWritten = type === "bot-transcription";
      if (words !== undefined)
        add("AGENT", words, (turn) => isWritten && turn.isOver && (isNewReply || turn.words.length > 0));
    }
  }
  settle("USER");
  if (!isCutOff) settle("AGENT");
  return turns
    .filter(({ words }) => words.length > 0)
    .map(({ side, words, start, end: stop }) => said(side, words.join(" "), start, stop));
}
