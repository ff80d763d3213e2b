/** CHIRP: raw PCM in binary frames, events as JSON in text frames. The service dials the agent. */

import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { fieldsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import type { SessionFacts, StatedVersions } from "../../../contract/rules/tested-versions.ts";
import type { AgentSignal } from "../../../engine/voice/exchange.ts";
import { bytesOf, samplesOf } from "../../../engine/voice/pcm.ts";
import { basicAuthorization } from "../../network/basic-authorization.ts";
import type { LineAddress } from "./address.ts";
import { AgentSocket, EachSecond } from "./agent-socket.ts";
import { RateCheck } from "./rate-check.ts";
import type { Closed, Transport, TransportListener } from "./transport.ts";

export interface ChirpAgent {
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  readonly session: SessionFacts;
}

/** Error codes of `session.error`. */
type Fault = "INVALID_MESSAGE" | "MISSING_FIELD" | "INVALID_AUDIO_FRAME" | "INTERNAL_ERROR";

/** How many faults to report to the agent. More would not help. */
const FAULTS_TOLD = 50;
const NAME_MAXIMUM = 200;
/** Characters of one text: more than two minutes of speech. */
const TEXT_MAXIMUM = 2000;
/** Characters of all texts of a call: about four hours of speech. */
const TEXTS_MAXIMUM = 200_000;
/** Each text is thought about, which takes time from others. */
const TEXTS_A_SECOND = 10;

/** The address of an agent. */
export function chirpAddress({ url, username, password, session }: ChirpAgent): LineAddress {
  const headers = {
    "x-simulation-result-id": session.simulation_result_id,
    ...((username !== null || password !== null) && {
      authorization: basicAuthorization(username, password),
    }),
  };
  return { url, headers, session, telephone: null };
}

/** Speaks CHIRP over an open connection, whichever side opened it. */
export function speakChirp(socket: WebSocket, session: SessionFacts, listener: TransportListener): Transport {
  const rate = new RateCheck();
  const texts = new EachSecond();
  let characters = 0;
  let faults_sent = 0;
  const agent = new AgentSocket(socket, listener, {
    message: (data, isBinary) => (isBinary ? audio(data) : event(data.toString())),
    closedBy,
  });

  const send = (type: string, data: object, at_ms: number) =>
    agent.send(JSON.stringify({ type, id: randomUUID(), ts_ms: at_ms, data }));

  send("session.started", session, 0);

  function fault(code: Fault, message: string): void {
    if (faults_sent++ >= FAULTS_TOLD) return;
    listener.remark(code, message);
    send("session.error", { code, message }, 0);
  }

  function audio(bytes: Buffer): void {
    if (bytes.length % 2 === 1)
      return void fault("INVALID_AUDIO_FRAME", `a frame has ${bytes.length} bytes; samples have two`);
    const wrong = rate.add(bytes.length / 2, performance.now());
    if (wrong !== undefined)
      return void agent.end(
        "wrong_sample_rate",
        `the agent sends audio at ${wrong / 1000} kHz; the line has 16 kHz`,
        1003,
      );
    listener.audio(samplesOf(bytes));
  }

  function event(text: string): void {
    if (!agent.takesEvent()) return;
    const message = parseObject(text);
    if (!message) return void fault("INVALID_MESSAGE", "a text frame is not a JSON object");
    const data = fieldsOf(message["data"]);
    switch (message["type"]) {
      case "speech.started":
      case "speech.completed":
        state(data);
        return void listener.signal(signalIn(message["type"], data), taken(wordsIn(data)));
      case "mark":
        return void mark(data["name"]);
      case "dtmf":
        return void key(data["digit"]);
      case "session.error":
        return void listener.remark(shown(data["code"]), shown(data["message"]));
      case undefined:
        return void fault("MISSING_FIELD", "a message has no type");
      default:
        return void fault("INVALID_MESSAGE", `unknown message type ${shown(message["type"])}`);
    }
  }

  function state(data: Readonly<Record<string, unknown>>): void {
    const stated = statedIn(data);
    if (stated) listener.stated(stated);
  }

  /** Words within the limits. Undefined if there are none, or too many. */
  function taken(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const why =
      text.length > TEXT_MAXIMUM
        ? `a text has more than ${TEXT_MAXIMUM} characters`
        : texts.count() > TEXTS_A_SECOND
          ? `more than ${TEXTS_A_SECOND} texts came in a second`
          : characters + text.length > TEXTS_MAXIMUM
            ? `the texts of the call have more than ${TEXTS_MAXIMUM} characters`
            : undefined;
    if (why !== undefined) return void fault("INVALID_MESSAGE", `${why}; these words are not used`);
    characters += text.length;
    return text;
  }

  function mark(name: unknown): void {
    if (typeof name !== "string" || name === "")
      return void fault("MISSING_FIELD", "a mark has no data.name");
    if (name.length > NAME_MAXIMUM) return void fault("INVALID_MESSAGE", "the name of a mark is too long");
    listener.mark(name);
  }

  function key(digit: unknown): void {
    if (digit === undefined) return void fault("MISSING_FIELD", "a dtmf event has no data.digit");
    if (typeof digit !== "string" || !/^[0-9A-D*#]$/.test(digit))
      return void fault("INVALID_MESSAGE", "data.digit must be one key: 0 to 9, A to D, * or #");
    listener.key(digit);
  }

  return {
    agentClears: false,
    get dropped() {
      return { ...agent.dropped, too_far_ahead_ms: 0 };
    },
    sendAudio(frame) {
      if (agent.isRead()) agent.send(bytesOf(frame));
    },
    sendSpeech: (signal: AgentSignal, utterance_id, at_ms) => send(signal, { utterance_id }, at_ms),
    sendMark: (name, at_ms) => send("mark", { name }, at_ms),
    hangUp: () => agent.hangUp(),
  };
}

/** The meaning of a close code. An agent that closes without a code has also hung up. */
function closedBy(code: number, reason: string): Closed {
  const reason_text = reason === "" ? "" : ` (${shown(reason)})`;
  if (code === 1000 || code === 1005)
    return { end_reason: "hung_up_by_agent", code, reason: `the agent hung up${reason_text}` };
  if (code === 1008)
    return { end_reason: "rejected", code, reason: `the agent closed with code 1008${reason_text}` };
  return {
    end_reason: "connection_lost",
    code,
    reason: `the connection ended with code ${code}${reason_text}`,
  };
}

/** With `continues`, an addition, an agent that has said something has not finished its turn. */
const signalIn = (
  type: "speech.started" | "speech.completed",
  { continues }: Readonly<Record<string, unknown>>,
): AgentSignal => (type === "speech.completed" && continues === true ? "speech.continues" : type);

/** The agent's words, if it sends them: an addition to the protocol that agents may use. */
function wordsIn(data: Readonly<Record<string, unknown>>): string | undefined {
  const text = data["text"] ?? data["transcript"];
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

/** The versions that the agent says it runs, another addition. Text with digits counts as a number. */
function statedIn({
  prompt_id,
  prompt_version,
  knowledge_base_version,
}: Readonly<Record<string, unknown>>): StatedVersions | undefined {
  const prompt = versionIn(prompt_version);
  const knowledge_base = versionIn(knowledge_base_version);
  const stated = {
    ...(typeof prompt_id === "string" && UUID.test(prompt_id) && { prompt_id: prompt_id.toLowerCase() }),
    ...(prompt && { prompt_version: prompt }),
    ...(knowledge_base && { knowledge_base_version: knowledge_base }),
  };
  return Object.keys(stated).length > 0 ? { by: "speech", ...stated } : undefined;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function versionIn(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : undefined;
}

const shown = (value: unknown) => String(value).slice(0, NAME_MAXIMUM);
