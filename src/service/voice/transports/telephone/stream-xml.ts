/** A telephone agent's answer to an incoming call: XML with a stream to connect to. */
import { type Element, elementsIn } from "./xml.ts";

/** Where the audio of the call goes, and which parameters the agent wants to receive there. */
export interface StreamPlace {
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The other attributes of its element, such as the codec. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** How many parameters of a stream are passed on. */
const PARAMETERS_MAXIMUM = 100;

/** Whether the answer only ends the call. */
export function hangsUp(xml: string): boolean {
  const names = new Set(elementsIn(xml).map(({ name }) => name));
  return (names.has("Reject") || names.has("Hangup")) && !names.has("Stream");
}

/**
 * The stream in `<Connect>`, with its parameters. Undefined if the agent does not connect the call to one.
 */
export function connectedStream(xml: string): StreamPlace | undefined {
  const elements = elementsIn(xml);
  const stream = elements.find(({ name, inside }) => name === "Stream" && inside.includes("Connect"));
  const { url, ...attributes } = stream?.attributes ?? {};
  if (!stream || !url) return undefined;
  const parameters = elements
    .filter(({ name, parent }) => name === "Parameter" && parent === stream)
    .slice(0, PARAMETERS_MAXIMUM)
    .flatMap(({ attributes: { name, value = "" } }: Element) => (name ? [[name, value] as const] : []));
  return { url, attributes, parameters: Object.fromEntries(parameters) };
}

/** The stream whose URL is the text of its element. */
export function streamWithText(xml: string): StreamPlace | undefined {
  const stream = elementsIn(xml).find(({ name, text }) => name === "Stream" && text.trim() !== "");
  return stream && { url: stream.text.trim(), attributes: stream.attributes, parameters: {} };
}
