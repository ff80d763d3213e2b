/**
 * Sample exchanges as text, one line for each message or tool call:
 *
 *   user: Refund my order, please.
 *   tool: lookup_order {"order": "1182"} → {"found": true}
 *   agent: It is refunded.
 *
 * `->` and `=>` are read as `→` too.
 */
import type { Line } from "./maker.ts";

export function writeExchange(lines: readonly Line[]): string[] {
  return lines.map((line) => {
    if ("user" in line) return `user: ${line.user}`;
    if ("agent" in line) return `agent: ${line.agent}`;
    const given = line.parameters ? ` ${JSON.stringify(line.parameters)}` : "";
    return `tool: ${line.tool}${given}${line.output ? ` → ${JSON.stringify(line.output)}` : ""}`;
  });
}

/** @throws Error with the line that could not be read */
export const readExchange = (lines: readonly string[]): Line[] => lines.map(readLine);

/** Before what a tool returned. */
const RETURNS = /(?:→|->|=>)(?= {0,20}\{)/;

function readLine(text: string): Line {
  const colon = text.indexOf(":");
  const [who, rest] = [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
  if (colon > 0 && who === "user") return { user: rest };
  if (colon > 0 && who === "agent") return { agent: rest };
  if (colon < 0 || who !== "tool" || rest === "")
    throw new Error(
      `a line of an exchange begins with user:, agent:, or tool:; found ${JSON.stringify(text)}`,
    );
  const arrow = RETURNS.exec(rest);
  const called = rest.slice(0, arrow?.index);
  const returned = arrow ? rest.slice(arrow.index + arrow[0].length) : undefined;
  const space = called.trim().indexOf(" ");
  const tool = space < 0 ? called.trim() : called.trim().slice(0, space);
  const parameters = space < 0 ? undefined : objectIn(called.trim().slice(space), text);
  const output = returned === undefined ? undefined : objectIn(returned, text);
  return { tool, ...(parameters && { parameters }), ...(output && { output }) };
}

function objectIn(json: string, line: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Told below.
  }
  throw new Error(`what a tool is given and returns is a JSON object; found ${JSON.stringify(line)}`);
}
