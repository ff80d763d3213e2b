/** A call with an agent of ElevenLabs: what the call has becomes messages of its conversation, and the other way round. */
import { type Law, mulaw } from "../../../engine/voice/g711.ts";
import { bytesOf, SAMPLE_RATE, toSample } from "../../../engine/voice/pcm.ts";
import { Resampler } from "../../../engine/voice/resample.ts";
import type { ReportedCall } from "../agent.ts";
import type { BridgedLine, ReportCall } from "../calls/bridged-caller.ts";
import { heardWords } from "../calls/spoken-words.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import { SocketCall } from "../socket/call.ts";
import type { Ending, Frame } from "../socket/line.ts";
import { answerTool } from "../tools/answers.ts";
import type { StandIn } from "../tools/stand-ins.ts";
import { excerpt, Trouble } from "../trouble.ts";
import { begun, notBegun, openConversation } from "./door.ts";
import {
  clientCallOf,
  clientResult,
  errorIn,
  faultIn,
  type Initiation,
  notBegunBecause,
  OwnCalls,
  readFrame,
} from "./wire.ts";

/**
 * No message ends an utterance. It is over when all of it has been heard, and no more comes for so many steps of 20 ms: before
 * a line takes the silence for the end of the turn, and looks for its words.
 */
const QUIET_STEPS = 2;
/** After it was interrupted, the agent tells what it has said within so many steps. */
const CORRECTION_STEPS = 50;

export interface ElevenlabsLineOptions extends Omit<Initiation, "text_only"> {
  readonly url: string;
  readonly api_key: string | undefined;
  readonly stand_ins: readonly StandIn[];
  /** Where tools are answered instead. */
  readonly world_url: string | undefined;
  /** The server's process, if Parley has started it. */
  readonly group: ProcessGroup | undefined;
  /** How long the server may take to begin the conversation. */
  readonly timeout_ms: number;
}

interface Format {
  readonly sample_rate: number;
  readonly law: Law | undefined;
}

const PCM_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];

/** @throws Trouble if nobody knows it */
function formatOf(name: unknown): Format {
  if (name === "ulaw_8000") return { sample_rate: 8000, law: mulaw };
  const sample_rate = PCM_RATES.find((rate) => name === `pcm_${rate}`);
  if (sample_rate === undefined)
    throw new Trouble(
      `the agent's sound has a format that Parley does not know: ${excerpt(JSON.stringify(name) ?? "none")}`,
    );
  return { sample_rate, law: undefined };
}

export class ElevenlabsLine implements BridgedLine {
  readonly #options: ElevenlabsLineOptions;
  readonly #report: ReportCall;
  readonly #call: SocketCall;
  readonly #own = new OwnCalls();
  #spoken: Format = { sample_rate: SAMPLE_RATE, law: undefined };
  #heard: Format = this.#spoken;
  #resampler: Resampler | undefined;
  /** What the agent says in its utterance, response by response. */
  #responses: { text: string; readonly event_id: unknown }[] = [];
  #is_speaking = false;
  /** It has called a tool since it said something last: it continues with the result. */
  #owes_words = false;
  /** How many steps ago the last of its sound was heard. */
  #quiet = 0;
  /** It was interrupted: how much was heard of what, and how many steps ago. */
  #cut: { readonly ms: number; readonly heard_ms: number; steps: number } | undefined;
  /** What has a number up to this is not heard any more. */
  #interrupted = Number.NEGATIVE_INFINITY;
  #error: string | undefined;

  constructor(options: ElevenlabsLineOptions, report: ReportCall) {
    this.#options = options;
    this.#report = report;
    this.#call = new SocketCall({
      name: "elevenlabs",
      hear: (samples) => this.#hear(samples),
      take: (frame) => this.#take(frame),
      faultIn: (ending) => this.#faultIn(ending),
      closed: () => void this.close(),
    });
  }

  tail = () => this.#options.group?.tail() ?? [];

  fault = () => this.#call.fault();

  close = () => this.#call.close();

  async connect(url: string, signal: AbortSignal): Promise<void> {
    const { api_key: secret, group, timeout_ms, ...how } = this.#options;
    const line = await openConversation({ url: how.url, secret, timeout_ms, signal, group });
    this.#call.reached(line, group);
    const until = performance.now() + timeout_ms;
    const { metadata, early } = await begun(line, how, async () => {
      const frame = await line.next(until - performance.now(), signal);
      if (frame === "late") throw new Trouble(notBegun(timeout_ms));
      if (frame !== "closed") return frame;
      const how = group && (await endOf(group));
      throw new Trouble(how ? `the agent ${how}` : notBegunBecause(line.ending()));
    });
    this.#spoken = formatOf(metadata["agent_output_audio_format"]);
    this.#heard = formatOf(metadata["user_input_audio_format"] ?? "pcm_16000");
    this.#resampler = new Resampler(SAMPLE_RATE, this.#heard.sample_rate);
    await this.#call.connect(url, line, early);
  }

  #hear(samples: Int16Array): void {
    const audio = Int16Array.from(this.#resampler?.push(samples) ?? [], toSample);
    const { law } = this.#heard;
    const bytes = law ? law.encode(audio) : bytesOf(audio);
    if (bytes.length > 0) this.#call.send({ user_audio_chunk: Buffer.from(bytes).toString("base64") });
    this.#step();
  }

  /** Each 20 ms, sees whether an utterance is over. */
  #step(): void {
    if (this.#cut && ++this.#cut.steps > CORRECTION_STEPS) this.#endCut();
    if (!this.#is_speaking || this.#cut) return;
    const { sound } = this.#call.side;
    this.#quiet = sound.is_waiting ? 0 : this.#quiet + 1;
    if (this.#quiet > QUIET_STEPS) this.#ends(this.#taken());
  }

  #take(frame: Frame): void {
    const { type, fields } = readFrame(frame);
    if (type === "audio") this.#play(fields);
    else if (type === "agent_response") this.#says(fields);
    else if (type === "agent_response_correction") this.#correct(fields);
    else if (type === "interruption") this.#interrupt(Number(fields["event_id"]));
    else if (type === "error") this.#error = errorIn(fields);
    else if (type === "client_tool_call") void this.#answer(fields);
    else this.#tellOwn(type, fields);
    // A tool of the service itself, such as one that hangs up, has no result to speak of.
    const isOwn = type === "agent_tool_request" && fields["tool_type"] !== "system";
    if (isOwn || type === "client_tool_call") this.#owes_words = true;
  }

  #play({ audio_base_64, event_id }: Frame): void {
    // It was on its way already.
    if (Number(event_id) <= this.#interrupted) return;
    if (this.#cut) this.#endCut();
    const bytes = Buffer.from(String(audio_base_64 ?? ""), "base64");
    if (bytes.length === 0) return;
    const { sample_rate, law } = this.#spoken;
    const data = law ? bytesOf(law.decode(bytes)) : bytes;
    if (!this.#is_speaking) this.#call.side.speaks();
    this.#is_speaking = true;
    this.#quiet = 0;
    this.#call.side.sound.push({ data, sample_rate, channels: 1 });
  }

  #says({ agent_response, event_id }: Frame): void {
    if (Number(event_id) <= this.#interrupted) return;
    const text = String(agent_response ?? "").trim();
    if (this.#cut) this.#endCut();
    if (text === "") return;
    this.#responses.push({ text, event_id });
    this.#owes_words = false;
  }

  /** What is still to be heard is not. */
  #interrupt(event_id: number): void {
    if (event_id > this.#interrupted) this.#interrupted = event_id;
    const { sound } = this.#call.side;
    if (!this.#is_speaking || !sound.is_waiting) return;
    const { ms, heard_ms } = sound.utterance;
    sound.clear();
    this.#cut = { ms, heard_ms, steps: 0 };
  }

  /** The agent's own words for how far it came. */
  #correct({ event_id, corrected_agent_response }: Frame): void {
    const response = this.#responses.find((one) => one.event_id === event_id) ?? this.#responses.at(-1);
    if (!response) return;
    response.text = String(corrected_agent_response ?? "").trim();
    if (this.#cut) {
      this.#cut = undefined;
      this.#ends(this.#taken());
    }
  }

  /** It has told nothing of how far it came, so its sound tells. */
  #endCut(): void {
    const cut = this.#cut;
    this.#cut = undefined;
    if (cut) this.#ends(heardWords(this.#taken(), cut));
  }

  #ends(text: string): void {
    this.#is_speaking = false;
    this.#quiet = 0;
    // What the change of the sample rate has kept, which is less than a step.
    this.#call.side.sound.flush();
    this.#call.side.says(text, { continues: this.#owes_words });
  }

  /** The call ends with its last sound: there is no later moment for its words. */
  #sayRest(): void {
    const text = this.#taken();
    if (text !== "") this.#call.side.says(text);
  }

  #taken(): string {
    const text = this.#responses.map((one) => one.text).join(" ");
    this.#responses = [];
    return text.trim();
  }

  #tellOwn(type: string, fields: Frame): void {
    try {
      const call = this.#own.take(type, fields);
      if (call) void this.#tell(call);
    } catch (error) {
      this.#call.break((error as Error).message.replace(/^the agent /, ""));
    }
    if (!this.#own.has_ended) return;
    this.#sayRest();
    // The rest of its sound is heard first.
    this.#call.side.end({ failed: false });
  }

  async #answer(fields: Frame): Promise<void> {
    const { world_url, stand_ins } = this.#options;
    const { signal } = this.#call;
    const where = "agent.elevenlabs.tool_outputs";
    try {
      const call = clientCallOf(fields);
      const { output, bodies } = await answerTool(call, { world_url, stand_ins, where, signal });
      // A world records the call itself.
      const { name, parameters } = call;
      if (bodies.length > 0) await this.#tell({ name, parameters, output });
      this.#call.send(clientResult(call, output));
    } catch (error) {
      if (signal.aborted) return;
      const { message } = error as Error;
      this.#call.break(
        message
          .replace(/^nobody answers the agent's call/, "made a call that nobody answers:")
          .replace(/^the agent /, ""),
      );
    }
  }

  async #tell(call: ReportedCall): Promise<void> {
    await this.#report(call).catch(({ message }: Error) =>
      this.#call.break(`called ${call.name}, which could not be recorded: ${message}`),
    );
  }

  #faultIn(ending: Ending): string | undefined {
    this.#sayRest();
    const fault = faultIn(ending);
    if (fault === undefined || this.#error === undefined) return fault;
    return `${fault}; its server reports an error: ${this.#error}`;
  }
}
