/** What a service makes of the machines that people write. */
import { expect, test } from "vitest";
import { prepareCaller } from "../../engine/caller/caller.ts";
import { machineOf } from "../../engine/caller/machine.ts";
import { machineForm } from "./machines.ts";

const option = { key: "1", transfer: "One moment, please." };

const machineIn = (fields: object) => machineOf(prepareCaller(fields));

test.each([
  ["voicemail", { voicemail: { greeting: "Speak after the beep." } }],
  ["voicemail", { voicemail: { greeting: "Speak after the beep.", hangs_up: true } }],
  ["menu", { ivr: { greeting: "Press 1.", options: [option] } }],
  ["menu", { ivr: { greeting: "Say yes.", options: [{ words: ["yes"], transfer: "Fine." }], repeats: 0 } }],
])("a %s is known by its published fields", (machine, written) => {
  expect(machineIn(machineForm(written)?.fields ?? {})).toBe(machine);
});

test("a person is not a machine, whatever it answers", () => {
  const answer = { match_type: "any", match_phrase: "", response_value: "Well." };
  const message = { speaks_first: true, message: "Hello, I want a table." };
  expect(machineIn({ intent: "Wants a table." })).toBeUndefined();
  expect(machineIn({ speaks_first_config: message, scripted_responses: [answer] })).toBeUndefined();
  expect(
    machineIn({ scripted_responses: [{ ...answer, response_value: "Bye." }], hangup_phrases: ["Bye."] }),
  ).toBeUndefined();
});

test("it presses no extension: it is called", () => {
  const written = { voicemail: { greeting: "Speak." }, extension: "12" };
  expect(machineForm(written)?.faults).toMatchObject([{ field: "extension" }]);
});
