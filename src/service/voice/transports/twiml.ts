/** What a telephone agent answers when a call comes in: TwiML with a stream to connect to. */
import { createHmac } from "node:crypto";

/** Where the audio of the call goes, and what the agent wants to be told there. */
export interface StreamPlace {
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (text: string) =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const attribute = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found && plain(found[1] ?? found[2] ?? "");
};

/** The stream in `<Connect>`; undefined if the agent does not connect the call to one. */
export function streamIn(twiml: string): StreamPlace | undefined {
  const text = twiml.replace(/<!--[\s\S]*?-->/g, "");
  const connect = /<Connect(?:\s[^>]*)?>([\s\S]*?)<\/Connect>/.exec(text)?.[1] ?? "";
  const [whole = "", tag = ""] = /(<Stream\b[^>]*>)(?:[\s\S]*?<\/Stream>)?/.exec(connect) ?? [];
  const url = attribute(tag, "url");
  if (!url) return undefined;
  const parameters = [...whole.matchAll(/<Parameter\b[^>]*>/g)].map(
    ([parameter]) => [attribute(parameter, "name") ?? "", attribute(parameter, "value") ?? ""] as const,
  );
  return { url, parameters: Object.fromEntries(parameters.filter(([name]) => name !== "")) };
}

/** The signature by which an agent knows that a request comes from its telephone company. */
export function twilioSignature(
  auth_token: string,
  url: string,
  fields: Readonly<Record<string, string>> = {},
): string {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url);
  return createHmac("sha1", auth_token).update(signed).digest("base64");
}
