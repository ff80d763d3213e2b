/** A telephone agent's answer to an incoming call: XML with a stream to connect to. */

/** Where the audio of the call goes, and which parameters the agent wants to receive there. */
export interface StreamPlace {
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The other attributes of its element, such as the codec. */
  readonly attributes: Readonly<Record<string, string>>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (text: string) =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const attributesOf = (tag: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = "", double, single]) => [
      name,
      plain(double ?? single ?? ""),
    ]),
  );

const withoutComments = (xml: string) => xml.replace(/<!--[\s\S]*?-->/g, "");

/** Whether the answer only ends the call. */
export const hangsUp = (xml: string): boolean =>
  /<(?:Reject|Hangup)\b/.test(withoutComments(xml)) && !/<Stream\b/.test(withoutComments(xml));

/**
 * The stream in `<Connect>`, with its parameters. Undefined if the agent does not connect the call to one.
 */
export function connectedStream(xml: string): StreamPlace | undefined {
  const connect = /<Connect(?:\s[^>]*)?>([\s\S]*?)<\/Connect>/.exec(withoutComments(xml))?.[1] ?? "";
  const [whole = "", tag = ""] = /(<Stream\b[^>]*>)(?:[\s\S]*?<\/Stream>)?/.exec(connect) ?? [];
  const { url, ...attributes } = attributesOf(tag);
  if (!url) return undefined;
  const parameters = [...whole.matchAll(/<Parameter\b[^>]*>/g)].map(([parameter]) => attributesOf(parameter));
  const named = parameters.flatMap(({ name, value = "" }) => (name ? [[name, value] as const] : []));
  return { url, attributes, parameters: Object.fromEntries(named) };
}

/** The stream whose URL is the text of its element. */
export function streamWithText(xml: string): StreamPlace | undefined {
  const [, tag = "", text = ""] = /(<Stream\b[^>]*>)([^<]*)<\/Stream>/.exec(withoutComments(xml)) ?? [];
  const url = plain(text).trim();
  return url === "" ? undefined : { url, attributes: attributesOf(tag), parameters: {} };
}
