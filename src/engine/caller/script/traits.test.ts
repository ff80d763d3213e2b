import { describe, expect, it } from "vitest";
import { prepareCaller } from "../caller.ts";
import type { Trait } from "../digital-human.ts";
import { languageOf } from "../language.ts";
import { readTraits } from "./traits.ts";

const read = (...traits: Trait[]) => readTraits(traits, languageOf("en"));

describe("readTraits", () => {
  it.each([
    ["Impatient", "impatient"],
    ["hard-of-hearing", "hard_of_hearing"],
    ["is_very_confused", undefined],
    ["very angry", "angry"],
    ["chatty", "talkative"],
    ["friendly", "polite"],
  ])("knows %s as %s", (trait_name, style) => {
    expect(read({ trait_name, value: true }).styles).toEqual(style ? [style] : []);
  });

  it.each([false, "false", 0, ""])("takes %j as switched off", (value) => {
    expect(read({ trait_name: "angry", value })).toEqual({ styles: [], facts: [], unused: [] });
  });

  it("takes texts, numbers and dates as facts under the trait's name", () => {
    expect(
      read({ trait_name: "order_number", value: "A-1" }, { trait_name: "shoe_size", value: 42 }).facts,
    ).toEqual([
      { slot: "order_number", label: "order number", value: "A-1", sentence: "" },
      { slot: null, label: "shoe size", value: "42", sentence: "" },
    ]);
  });

  it("reports unknown switches and SIP headers", () => {
    expect(
      read(
        { trait_name: "left_handed", value: true },
        { trait_name: "X-Id", value: "7", is_sip_header: true },
      ).unused,
    ).toEqual(["left_handed", "X-Id"]);
  });
});

describe("what a caller reports as unused in a text run", () => {
  it("lists fields of the voice, fields that only a model could follow, and unknown traits", () => {
    const { report } = prepareCaller({
      intent: "I need help.",
      accent: "british",
      background_noise: "cafe",
      voice_speed: "fast",
      interruptions: { type: "high" },
      endpointing_delay: 3,
      hangup_instructions: "Hang up when bored.",
      traits: [{ trait_name: "left_handed", value: true }],
    });
    expect(report.unused_offline).toEqual([
      "accent",
      "background_noise",
      "voice_speed",
      "endpointing_delay",
      "interruptions",
      "hangup_instructions",
      "traits.left_handed",
    ]);
  });

  it("is nothing for a record with the defaults of the API", () => {
    const { report } = prepareCaller({
      intent: "",
      background_noise: "none",
      background_noise_volume: 0.8,
      voice_speed: "normal",
      endpointing_delay: 1.5,
      allow_silence_tool: false,
      silence_tool_instructions: "default",
      interruptions: { type: "none" },
      enriched_playback: [],
    });
    expect(report.unused_offline).toEqual([]);
  });
});
