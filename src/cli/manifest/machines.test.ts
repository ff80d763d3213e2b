/** What a service makes of the machines that people write. */
import { expect, test } from "vitest";
import { prepareCaller } from "../../engine/caller/caller.ts";
import { machineOf } from "../../engine/caller/machine.ts";
import { machineForm } from "./machines.ts";
import { plainForm } from "./plain.ts";

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

test("a machine presses no extension, because it is called", () => {
  const written = { voicemail: { greeting: "Speak." }, extension: "12" };
  expect(machineForm(written)?.faults).toMatchObject([{ field: "extension" }]);
});

const menu = {
  greeting: "Ferry Point. Press 1 for tickets, 2 for parking.",
  options: [
    { key: "1", words: ["tickets", "boat"], transfer: "Connecting you to the ticket office." },
    { key: "#", say: "Parking is free." },
    { key: "2", transfer: "One moment for the harbour master." },
    { words: ["hours"], say: "We are open from nine to five." },
  ],
};
test.each([
  [{ voicemail: { greeting: "Speak after the beep." } }],
  [{ voicemail: { greeting: "Speak after the beep.", hangs_up: true } }],
  [{ voicemail: { greeting: "Speak after the beep.", message: true } }],
  [{ voicemail: { greeting: "Speak.", message: ['the "blue" boat', "555 0100"] }, name: "Answers" }],
  [{ voicemail: { greeting: "Speak." }, success_criteria: "Is kind." }],
  [{ ivr: menu }],
  [{ ivr: { ...menu, repeats: 0, goodbye: "That is all." } }],
  [{ ivr: { ...menu, repeats: 5, reaches: "#" }, intent: "A menu" }],
  [{ ivr: { ...menu, reaches: "hours" } }],
])("a machine is written as it was: %j", (written) => {
  expect(plainForm(machineForm(written)?.fields ?? {})).toEqual(written);
});

test("what a machine's fields cannot say stays published", () => {
  const fields: Readonly<Record<string, unknown>> = machineForm({ ivr: menu })?.fields ?? {};
  const others = { ...fields, hangup_phrases: ["Bye.", ...(fields["hangup_phrases"] as string[])] };
  expect(plainForm(others)).toEqual(others);
  const patient = {
    ...fields,
    speaks_first_config: { speaks_first: false, mode: "custom", message: "Yes?" },
  };
  expect(plainForm(patient)).toEqual(patient);
});
