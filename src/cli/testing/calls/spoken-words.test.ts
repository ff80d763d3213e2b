import { expect, test } from "vitest";
import { heardWords } from "./spoken-words.ts";

const ALL = "Let me read you our terms of service, which are long, and which nobody has heard.";

test.for([
  ["whole", ALL, 6000, 1500, "Let me read you"],
  ["cut already", "Let me read you our", 6000, 1500, "Let me read you our"],
  ["whole, and mostly heard", ALL, 6000, 4000, "Let me read you our terms of service, which are"],
  ["never heard", ALL, 6000, 0, ""],
] as const)("a text that is %s has the words that were heard", ([, text, ms, heard_ms, heard]) => {
  expect(heardWords(text, { ms, heard_ms })).toBe(heard);
});
