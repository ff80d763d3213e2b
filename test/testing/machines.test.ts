import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

const agent = (...says: string[]) => ({
  command: ["node", join(AGENTS, "caller-lines.mjs"), ...says.map((said) => JSON.stringify(said))].join(" "),
  stdio: true,
});

const GREETING = "Thank you for calling Acme. For sales, press 1. For support, press 2.";
const MENU = {
  greeting: GREETING,
  options: [
    { key: "1", words: ["sales"], say: "Sales is closed." },
    { key: "2", words: ["support"], transfer: "Support, this is Dana." },
    { key: "#", transfer: "One moment for the operator." },
  ],
  repeats: 1,
};
const VOICEMAIL = { greeting: "You have reached Dana. Speak after the beep." };

/** The outcome of a machine that meets an agent, and what the machine said. */
async function meets(machine: object, ...says: string[]) {
  const cwd = files.write(agent(...says), [{ name: "Machine", ...machine }]);
  const { json } = await parley(["test", "--json"], { cwd });
  const [caller] = json.files[0].callers;
  const said = (caller.transcript as { role: string; message: string }[]).flatMap(({ role, message }) =>
    role === "USER" ? [message] : [],
  );
  return { outcome: caller.outcome, said };
}

test.each(["2", "[2]", "press 2", "I'm pressing 2.", "Support, please."])(
  "%j chooses an option, and the agent is put through",
  async (key) => {
    expect(await meets({ ivr: { ...MENU, reaches: "support" } }, key)).toEqual({
      outcome: "passed",
      said: [GREETING, "Support, this is Dana."],
    });
  },
);

test("a key that is a sign counts, and another option than the wanted one fails", async () => {
  const { outcome, said } = await meets({ ivr: { ...MENU, reaches: "2" } }, "#");
  expect(said.at(-1)).toBe("One moment for the operator.");
  expect(outcome).toBe("failed");
});

test("an option that only says something leads back to the menu", async () => {
  expect(await meets({ ivr: { ...MENU, reaches: "support" } }, "1", "2")).toEqual({
    outcome: "passed",
    said: [GREETING, `Sales is closed. ${GREETING}`, "Support, this is Dana."],
  });
});

test.each(["Hello?", "22", "press 12"])(
  "%j chooses nothing: the menu is repeated, then goodbye",
  async (words) => {
    expect(await meets({ ivr: { ...MENU, reaches: "support" } }, words)).toEqual({
      outcome: "failed",
      said: [GREETING, GREETING, "We did not get a choice from you. Goodbye."],
    });
  },
);

const MESSAGE = "This is Acme. Please call us back about your appointment.";

test.each([
  ["a message after the beep", ["call us back", "appointment"], ["…", MESSAGE], "passed"],
  ["any message", true, ["…", "Hello."], "passed"],
  ["a message before the beep", ["appointment"], [MESSAGE, "Bye."], "failed"],
  ["an empty message", true, ["…", "…"], "failed"],
  ["a message without a word that it needs", ["invoice"], ["…", MESSAGE], "failed"],
])("voicemail: %s", async (_, message, says, outcome) => {
  expect(await meets({ voicemail: { ...VOICEMAIL, message } }, ...says)).toEqual({
    outcome,
    said: [VOICEMAIL.greeting, "[beep]", "[end of recording]"],
  });
});

test.each([
  ["hangs up at once", ["HANGUP"], "passed"],
  ["hangs up at the beep", ["…", "HANGUP"], "passed"],
  ["leaves a message", ["…", MESSAGE], "failed"],
  ["stays on the line", ["…", "…"], "failed"],
])("an agent that must hang up %s", async (_, says, outcome) => {
  expect((await meets({ voicemail: { ...VOICEMAIL, hangs_up: true } }, ...says)).outcome).toBe(outcome);
});

test("an agent that dies is named, and nothing failed", async () => {
  const cwd = files.write({ command: "node -e process.exit(3)", stdio: true }, [
    { name: "Machine", voicemail: { ...VOICEMAIL, message: true } },
  ]);
  const { code, json } = await parley(["test", "--json"], { cwd });
  expect(json.counts.failed).toBe(0);
  expect(code).toBe(7);
});

test.each([
  [{ ivr: { ...MENU, reaches: "billing" } }, 'reaches: no option has the key or the word "billing"'],
  [{ ivr: { ...MENU, options: [{ key: "1", say: "Press 1" }] } }, '"Press 1" is also said in'],
  [{ ivr: { ...MENU, options: [{ key: "1" }] } }, "option 1 needs say or transfer"],
  [{ ivr: { ...MENU, options: [{ say: "Hello" }] } }, "option 1 needs a key or words"],
  [{ voicemail: { ...VOICEMAIL, message: true, hangs_up: true } }, "give message or hangs_up, not both"],
  [{ voicemail: VOICEMAIL, opening: "Hi" }, "leave out opening or voicemail"],
  [{ voicemail: VOICEMAIL, turns: [{ say: "Hi" }] }, "leave out voicemail or turns"],
  [{ voicemail: VOICEMAIL, ivr: MENU }, "give ivr or voicemail, not both"],
])("%j is refused with its place", async (machine, message) => {
  const cwd = files.write(agent("2"), [{ name: "Machine", ...machine }]);
  const { code, stderr } = await parley(["validate", "desk.parley.yaml"], { cwd });
  expect(stderr.replace(/\s+/g, " ")).toContain(message);
  expect(stderr).toMatch(/desk\.parley\.yaml:\d+:\d+/);
  expect(code).toBe(2);
});
