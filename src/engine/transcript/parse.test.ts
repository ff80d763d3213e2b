import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTranscript, parseTranscript } from "./parse.ts";

const said = async (text: string) =>
  (await formatTranscript(text)).map(({ role, utterance }) => `${role}: ${utterance}`);

describe("lines with speakers", () => {
  it("reads the usual names of the two sides", async () => {
    expect(
      await said(
        "Agent: Hello.\nUser: Hi.\nAssistant: a\nCustomer: b\nBot: c\nCaller: d\nAI: e\nHuman: f\nCustomer Service Rep: g",
      ),
    ).toEqual([
      "AGENT: Hello.",
      "USER: Hi.",
      "AGENT: a",
      "USER: b",
      "AGENT: c",
      "USER: d",
      "AGENT: e",
      "USER: f",
      "AGENT: g",
    ]);
  });

  it.each([
    ["es", "Agente: uno\nCliente: dos"],
    ["pt", "Atendente: um\nUsuário: dois"],
    ["fr", "Conseillère : un\nClient : deux"],
    ["de", "Mitarbeiter: eins\nKundin: zwei"],
    ["tr", "Müşteri temsilcisi: bir\nMüşteri: iki"],
    ["ru", "Оператор: один\nКлиент: два"],
    ["ar", "خدمة العملاء: واحد\nالعميل: اثنان"],
    ["hi", "एजेंट: एक\nग्राहक: दो"],
    ["ml", "ഏജന്റ്: ഒന്ന്\nഉപഭോക്താവ്: രണ്ട്"],
    ["ja", "オペレーター：一\nお客様：二"],
    ["zh", "客服：一\n客户：二"],
    ["yue", "客服：一\n客戶：二"],
    ["vi", "Nhân viên: một\nKhách hàng: hai"],
  ])("reads the names of the two sides in %s", async (_, text) => {
    expect((await formatTranscript(text)).map(({ role }) => role)).toEqual(["AGENT", "USER"]);
  });

  it("takes lines without a speaker as continuation, and a title before the first speaker as none", async () => {
    expect(
      await said("Call of Monday\n\nAgent: Your order:\n- two pizzas\nTotal: 35 dollars\nUser: Thanks."),
    ).toEqual(["AGENT: Your order: - two pizzas Total: 35 dollars", "USER: Thanks."]);
  });

  it("reads timestamps before and after the speaker as offsets", async () => {
    expect(
      (await parseTranscript("[00:01] Agent: Hi\n[00:01:05.250] User: Hey\nAgent (01:10): Yes?")).turns,
    ).toEqual([
      { role: "AGENT", utterance: "Hi", start_offset_ms: 1000 },
      { role: "USER", utterance: "Hey", start_offset_ms: 65_250 },
      { role: "AGENT", utterance: "Yes?", start_offset_ms: 70_000 },
    ]);
  });

  it("takes dates and times of day as no offsets", async () => {
    const { turns } = await parseTranscript("12/05/24, 10:01 - Agent: Hello\n10:03 AM Customer: Hi");
    expect(turns).toEqual([
      { role: "AGENT", utterance: "Hello" },
      { role: "USER", utterance: "Hi" },
    ]);
  });

  it("reads speakers on separate lines, in brackets, and in bold", async () => {
    expect(await said("Speaker 1  0:00\nHow can I help you?\n\nSpeaker 2  0:04\nA refund, please.")).toEqual([
      "AGENT: How can I help you?",
      "USER: A refund, please.",
    ]);
    expect(await said("Agent\nHello.\nCustomer\nHi.")).toEqual(["AGENT: Hello.", "USER: Hi."]);
    expect(await said("[Bot] Hello.\n[User] Hi.")).toEqual(["AGENT: Hello.", "USER: Hi."]);
    expect(await said("**Agent:** Hello.\n**User:** Hi.")).toEqual(["AGENT: Hello.", "USER: Hi."]);
  });

  it("splits a transcript that lost its line breaks", async () => {
    const turns = ["AGENT: Hi there!", "USER: Cancel my order.", "AGENT: Done."];
    expect(await said("Agent: Hi there! User: Cancel my order. Agent: Done.")).toEqual(turns);
    expect(await said("Agent: Hi there!\\nUser: Cancel my order.\\nAgent: Done.")).toEqual(turns);
  });

  it("leaves out entries that are not speech", async () => {
    expect(await said("System: connected\nAgent: Hello.\nNote: angry\nUser: Hi.")).toEqual([
      "AGENT: Hello.",
      "USER: Hi.",
    ]);
  });

  it("keeps addresses and times inside an utterance", async () => {
    expect(await said("Agent: See\nhttps://example.com/a at 10:30\nUser: Ok")).toEqual([
      "AGENT: See https://example.com/a at 10:30",
      "USER: Ok",
    ]);
  });
});

describe("names of persons", () => {
  it("takes who offers help as the agent, else who speaks first", async () => {
    const offered = await parseTranscript(
      "Tom: Hello?\nSarah: Bolt Energy, how can I help?\nTom: My bill is wrong.",
    );
    expect(offered.turns.map(({ role }) => role)).toEqual(["USER", "AGENT", "USER"]);
    expect(offered.attribution).toBe("inferred");
    expect(await said("Sarah: Good morning.\nMr. Jones: Morning.")).toEqual([
      "AGENT: Good morning.",
      "USER: Morning.",
    ]);
  });

  it("puts names opposite to the side that is named", async () => {
    expect(await said("Maria: Hola.\nAgent: Hello.\nMaria: Adiós.")).toEqual([
      "USER: Hola.",
      "AGENT: Hello.",
      "USER: Adiós.",
    ]);
  });

  it("takes a word with a colon that comes once as text where names come again", async () => {
    expect(await said("Agent: Your order.\nTotal: 35\nJane: Fine.\nAgent: Good.\nJane: Bye.")).toEqual([
      "AGENT: Your order. Total: 35",
      "USER: Fine.",
      "AGENT: Good.",
      "USER: Bye.",
    ]);
  });
});

describe("JSON", () => {
  it.each([
    ["speaker and utterance", '[{"speaker":"AGENT","utterance":"Hi"},{"speaker":"USER","utterance":"Yo"}]'],
    [
      "role and content",
      '[{"role":"assistant","content":"Hi"},{"role":"tool","content":"{}"},{"role":"user","content":"Yo"}]',
    ],
    [
      "content in parts",
      '[{"role":"assistant","content":[{"type":"text","text":"Hi"}]},{"role":"user","content":"Yo"}]',
    ],
    ["from and text", '[{"from":"bot","text":"Hi"},{"from":"human","text":"Yo"}]'],
    [
      "a list inside an object",
      '{"call":7,"messages":[{"role":"bot","message":"Hi"},{"role":"user","message":"Yo"}]}',
    ],
    ["text inside an object", '{"transcript":"Agent: Hi\\nUser: Yo"}'],
    ["a list of lines", '["Agent: Hi","User: Yo"]'],
    ["one pair an object", '[{"agent":"Hi"},{"user":"Yo"}]'],
    ["one object a line", '{"role":"agent","text":"Hi"}\n{"role":"user","text":"Yo"}'],
  ])("reads %s", async (_, text) => {
    expect(await said(text)).toEqual(["AGENT: Hi", "USER: Yo"]);
  });

  it("reads offsets in milliseconds, in seconds and as clock positions", async () => {
    const entries = [
      { role: "agent", text: "a", start_offset_ms: 0, end_offset_ms: 900 },
      { role: "user", text: "b", startTime: 1.25, endTime: 2 },
      { ParticipantId: "AGENT", Content: "c", BeginOffsetMillis: 2500, EndOffsetMillis: 3000 },
      { role: "user", text: "d", timestamp: "00:04" },
      { role: "agent", text: "e", timestamp: 1_700_000_000 },
    ];
    expect((await parseTranscript(JSON.stringify(entries))).turns).toEqual([
      { role: "AGENT", utterance: "a", start_offset_ms: 0, end_offset_ms: 900 },
      { role: "USER", utterance: "b", start_offset_ms: 1250, end_offset_ms: 2000 },
      { role: "AGENT", utterance: "c", start_offset_ms: 2500, end_offset_ms: 3000 },
      { role: "USER", utterance: "d", start_offset_ms: 4000 },
      { role: "AGENT", utterance: "e" },
    ]);
  });
});

describe("captions", () => {
  it("reads WebVTT voices, entities and styles, and joins the cues of one speaker", async () => {
    const vtt = [
      "WEBVTT\n\nNOTE made by hand",
      "1\n00:00:01.000 --> 00:00:04.000 align:start\n<v.loud Agent>Welcome to <i>Acme</i> &amp; Co,</v>",
      "00:00:04.000 --> 00:00:05.500\nhow can I help?",
      "00:06.000 --> 00:09.000\n<v Customer>A refund, please.</v>",
    ].join("\n\n");
    expect((await parseTranscript(vtt)).turns).toEqual([
      {
        role: "AGENT",
        utterance: "Welcome to Acme & Co, how can I help?",
        start_offset_ms: 1000,
        end_offset_ms: 5500,
      },
      { role: "USER", utterance: "A refund, please.", start_offset_ms: 6000, end_offset_ms: 9000 },
    ]);
  });

  it("reads SRT with speakers and with dashes", async () => {
    const speakers =
      "1\r\n00:00:01,000 --> 00:00:02,000\r\nAgent: Hello\r\nthere.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,500\r\nUser: Hi.";
    expect((await parseTranscript(speakers)).turns).toEqual([
      { role: "AGENT", utterance: "Hello there.", start_offset_ms: 1000, end_offset_ms: 2000 },
      { role: "USER", utterance: "Hi.", start_offset_ms: 3000, end_offset_ms: 4500 },
    ]);
    expect(await said("1\n00:00:01,000 --> 00:00:04,000\n- Hello.\n- Hi, I lost my card.")).toEqual([
      "AGENT: Hello.",
      "USER: Hi, I lost my card.",
    ]);
  });
});

describe("text without speakers", () => {
  it("is the user's when it is one line, and takes turns from the agent on when it is more", async () => {
    expect(await said("I want to cancel my subscription.")).toEqual([
      "USER: I want to cancel my subscription.",
    ]);
    expect(await parseTranscript("- Hello.\n- A question about my bill.")).toEqual({
      format: "plain",
      attribution: "alternating",
      faults: [],
      turns: [
        { role: "AGENT", utterance: "Hello." },
        { role: "USER", utterance: "A question about my bill." },
      ],
    });
  });

  it("has no turns when it is empty", async () => {
    expect(await formatTranscript(" \n ")).toEqual([]);
  });
});

const utterance = fc
  .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "));
const turns = fc.array(fc.record({ role: fc.constantFrom("AGENT" as const, "USER" as const), utterance }), {
  minLength: 2,
  maxLength: 8,
});

describe("any conversation", () => {
  it("comes back from its own notations", async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (conversation) => {
        const lines = conversation.map(
          ({ role, utterance }) => `${role === "AGENT" ? "Agent" : "Customer"}: ${utterance}`,
        );
        expect(await formatTranscript(lines.join("\n"))).toEqual(conversation);
        expect(await formatTranscript(JSON.stringify(conversation))).toEqual(conversation);
      }),
    );
  });

  it("never throws and never has an empty utterance, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.string({ unit: "grapheme" })), async (text) => {
        expect((await formatTranscript(text)).every(({ utterance }) => utterance.trim() !== "")).toBe(true);
      }),
    );
  });
});
