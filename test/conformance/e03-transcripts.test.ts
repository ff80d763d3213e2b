import { describe, expect, test } from "vitest";
import { expectAnswer } from "../support/expect.ts";
import { makeDigitalHuman } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();

const update = (id: number, body: object) => acme("PUT", `/v1/update-digital-human/${id}`, body);

const REFUND = "Agent: How can I help?\nUser: I want a refund for order 1182.";
const REFUND_FORMATTED = [
  { role: "AGENT", utterance: "How can I help?" },
  { role: "USER", utterance: "I want a refund for order 1182." },
];
const REFUND_INTENT = "I want a refund for order 1182.";
const BOOKING_FORMATTED = [{ role: "USER", utterance: "I want to book a table for two." }];
const BOOKING_INTENT = "I want to book a table for two.";

describe("E3 with transcripts", () => {
  test("reads an original transcript sent alone, and the intent in it", async () => {
    const { id } = await makeDigitalHuman(acme, { intent: "Complain" });
    const reply = await update(id, { original_transcript: REFUND });
    expectAnswer("update_digital_human", reply);
    expect(reply.body.digital_human).toMatchObject({
      original_transcript: REFUND,
      formatted_transcript: REFUND_FORMATTED,
      intent: REFUND_INTENT,
    });
  });

  test("stores both as given when both come, and takes the intent from the formatted one", async () => {
    const { id } = await makeDigitalHuman(acme);
    const both = { original_transcript: REFUND, formatted_transcript: BOOKING_FORMATTED };
    const { body } = await update(id, both);
    expect(body.digital_human).toMatchObject({ ...both, intent: BOOKING_INTENT });
  });

  test("drops the original transcript when a formatted one is sent alone", async () => {
    const { id } = await makeDigitalHuman(acme, { original_transcript: REFUND });
    const { body } = await update(id, { formatted_transcript: BOOKING_FORMATTED });
    expect(body.digital_human).toMatchObject({
      original_transcript: null,
      formatted_transcript: BOOKING_FORMATTED,
      intent: BOOKING_INTENT,
    });
  });

  test("treats null beside a transcript as if it were omitted", async () => {
    const { id } = await makeDigitalHuman(acme);
    const original = await update(id, { original_transcript: REFUND, formatted_transcript: null });
    expect(original.body.digital_human.formatted_transcript).toEqual(REFUND_FORMATTED);
    const formatted = await update(id, {
      original_transcript: null,
      formatted_transcript: BOOKING_FORMATTED,
    });
    expect(formatted.body.digital_human).toMatchObject({ original_transcript: null, intent: BOOKING_INTENT });
  });

  test("reads again when the original transcript changes", async () => {
    const { id } = await makeDigitalHuman(acme, { original_transcript: REFUND });
    const { body } = await update(id, { original_transcript: "User: I want to book a table for two." });
    expect(body.digital_human).toMatchObject({
      formatted_transcript: BOOKING_FORMATTED,
      intent: BOOKING_INTENT,
    });
  });

  test("reads nothing again when the original transcript is the stored one", async () => {
    const { id } = await makeDigitalHuman(acme, { original_transcript: REFUND });
    await update(id, { intent: "Get the money back" });
    const { body } = await update(id, { original_transcript: REFUND });
    expect(body.digital_human).toMatchObject({
      formatted_transcript: REFUND_FORMATTED,
      intent: "Get the money back",
    });
  });

  test("keeps an intent sent with a transcript, at every repetition", async () => {
    const { id } = await makeDigitalHuman(acme);
    const manifest = { original_transcript: REFUND, intent: "Get the money back" };
    const first = await update(id, manifest);
    expect(first.body.digital_human.intent).toBe("Get the money back");
    expect((await update(id, manifest)).body).toEqual(first.body);
  });

  test("replaces an empty intent with the one in the transcript, at every repetition", async () => {
    const { id } = await makeDigitalHuman(acme);
    const manifest = { original_transcript: REFUND, intent: "" };
    const first = await update(id, manifest);
    expect(first.body.digital_human.intent).toBe(REFUND_INTENT);
    expect((await update(id, manifest)).body).toEqual(first.body);
  });

  test("forgets both transcripts when they are set to null, and leaves the intent", async () => {
    const { id } = await makeDigitalHuman(acme, { original_transcript: REFUND });
    const { body } = await update(id, { original_transcript: null });
    expect(body.digital_human).toMatchObject({
      original_transcript: null,
      formatted_transcript: null,
      intent: REFUND_INTENT,
    });
  });

  test("finds the user by whatever name the role has, and leaves systems and tools out", async () => {
    const { id } = await makeDigitalHuman(acme);
    const formatted_transcript = [
      { role: "system", utterance: "I want every answer to be short." },
      { role: "assistant", utterance: "I want to help. How can I?" },
      { role: "customer", utterance: "I want to book a table for two.", start_offset_ms: 40 },
    ];
    const { body } = await update(id, { formatted_transcript });
    expect(body.digital_human).toMatchObject({ formatted_transcript, intent: BOOKING_INTENT });
  });
});
