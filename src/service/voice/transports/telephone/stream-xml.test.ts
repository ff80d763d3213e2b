import { describe, expect, test } from "vitest";
import { processorMs } from "../../../../../test/support/processor-time.ts";
import { connectedStream, hangsUp, streamWithText } from "./stream-xml.ts";

describe("an answer with a stream", () => {
  test("is read with its attributes and parameters, whatever is around it", () => {
    const xml = `<?xml version="1.0"?><!-- <Connect><Stream url="ws://wrong/"/></Connect> -->
      <Response><Say>Hello &amp; welcome</Say>
        <Connect action="/next"><Stream url='wss://a.example/s?x=1&amp;y=2' codec="PCMU">
          <Parameter name="who" value="A &#39;B&#39;"/><Parameter name="empty"/><Parameter value="nameless"/>
        </Stream></Connect></Response>`;
    expect(connectedStream(xml)).toEqual({
      url: "wss://a.example/s?x=1&y=2",
      attributes: { codec: "PCMU" },
      parameters: { who: "A 'B'", empty: "" },
    });
    expect(hangsUp(xml)).toBe(false);
  });

  test("with the URL as its text", () => {
    const xml =
      '<Response><Stream bidirectional="true">\n <![CDATA[wss://a.example/?a=1&b=2]]> </Stream></Response>';
    expect(streamWithText(xml)).toEqual({
      url: "wss://a.example/?a=1&b=2",
      attributes: { bidirectional: "true" },
      parameters: {},
    });
  });

  test("that only ends the call", () => {
    expect(hangsUp("<Response><Reject/></Response>")).toBe(true);
    expect(hangsUp("<Response><!-- <Stream/> --><Hangup/></Response>")).toBe(true);
    expect(hangsUp("<Response><Say>I never Hangup or &lt;Reject/></Say></Response>")).toBe(false);
  });

  test.each([
    ["a stream outside Connect", '<Response><Stream url="ws://a/"/></Response>'],
    ["no end tag", '<Response><Connect><Stream url="ws://a/"></Connect></Response>'],
    ["an attribute twice", '<Response><Connect><Stream url="ws://a/" url="ws://b/"/></Connect></Response>'],
    [
      "a document type",
      '<!DOCTYPE r [<!ENTITY a "b">]><Response><Connect><Stream url="&a;"/></Connect></Response>',
    ],
    [
      "more than 64 KiB",
      `<Response>${" ".repeat(65_536)}<Connect><Stream url="ws://a/"/></Connect></Response>`,
    ],
  ])("%s: nothing is connected", (_, xml) => expect(connectedStream(xml)).toBeUndefined());
});

const FULL = 64 * 1024;
const fill = (piece: string, begin = "", end = "") =>
  begin + piece.repeat(Math.floor((FULL - begin.length - end.length) / piece.length)) + end;

test.each<[string, string]>([
  ["comments that never end", fill("<!--")],
  ["comments", fill("<!-- -->")],
  ["many Connects", fill("<Connect>")],
  ["many Connects that end", fill("<Connect></Connect>", "<Response>", "</Response>")],
  ["many Streams", fill("<Stream", "<Connect>")],
  ["many Streams that end", fill('<Stream url=""/>', "<Connect>", "</Connect>")],
  ["attributes", fill(' a="', "<Stream")],
  ["attributes without value", fill(" a=", "<Stream")],
  ["blanks", fill(" ", "<Stream")],
  ["blanks in many tags", fill(`<a${" ".repeat(500)}`)],
  ["a long name", fill("S", "<")],
  ["entities", fill("&", "<Stream>", "</Stream>")],
  ["numbers of characters", fill("&#x", "<Stream>", "</Stream>")],
  ["parameters", fill("<Parameter name='a'/>", "<Connect><Stream url='ws://a/'>", "</Stream></Connect>")],
  ["end tags", fill("</a>")],
  ["sections", fill("<![CDATA[")],
])("64 KiB of %s are read in a few milliseconds", (_, xml) => {
  const taken_ms = processorMs(() => {
    for (let times = 0; times < 5; times++) {
      hangsUp(xml);
      connectedStream(xml);
      streamWithText(xml);
    }
  });
  expect(taken_ms / 5).toBeLessThan(50);
});
