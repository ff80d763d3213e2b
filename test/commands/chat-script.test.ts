import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useConversation } from "../support/conversation.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const played = useConversation(recorder);

/** Plays a script whose first step is on line 3. */
function play(steps: string, ...flags: string[]) {
  writeFileSync(join(parley.home, "script.yaml"), `kind: Script\nsteps:\n${steps}`);
  return parley(["chat", "12", "--script", "script.yaml", "--poll", "0.05", ...flags]);
}

const booking = `  - say: Hello, clinic speaking
  - expect: { contains: APPOINTMENT, within: 20s }
  - tool: { name: find_slot, parameters: { day: Tuesday }, output: { slot: "10:30" } }
  - say: Tuesday at half past ten?
    end_turn: false
  - say: Shall I book it?
  - expect: { matches: "^Yes", within: 20s }
  - expect: { equals: "Yes, please" }
  - end: true
`;

describe("parley chat --script", () => {
  test("plays the steps in order and ends with 0 when all that is expected came", async () => {
    played.replies.push("An appointment, please", "Yes, please");
    const { code, stdout, stderr } = await play(booking, "--transcript", "talk.txt");
    const message_id = expect.any(String);
    const simulation_result_id = "12";
    expect(played.messages()).toEqual([
      { simulation_result_id, message: "Hello, clinic speaking", message_id },
      {
        simulation_result_id,
        type: "tool_call",
        name: "find_slot",
        parameters: { day: "Tuesday" },
        output: { slot: "10:30" },
        message_id,
      },
      { simulation_result_id, message: "Tuesday at half past ten?", end_turn: false, message_id },
      { simulation_result_id, message: "Shall I book it?", message_id },
      { simulation_result_id, message: "", end_conversation: true, message_id },
    ]);
    expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
      ...["role", "AGENT", "USER", "tool", "AGENT", "AGENT", "USER"],
      "",
    ]);
    expect(stderr).toContain("the conversation has ended");
    expect(code).toBe(0);
    expect(readFileSync(join(parley.home, "talk.txt"), "utf8")).toContain("USER   Yes, please");
  });

  test("a message can end the conversation", async () => {
    const { code } = await play("  - { say: Goodbye, end: true }\n");
    expect(played.messages()).toEqual([
      {
        simulation_result_id: "12",
        message: "Goodbye",
        message_id: expect.any(String),
        end_conversation: true,
      },
    ]);
    expect(code).toBe(0);
  });

  describe("writes the transcript", () => {
    const file = (name: string) => join(parley.home, name);
    const talk = async (name: string) => {
      played.replies.push("An appointment, please", "Yes, please");
      const { code, stderr } = await play(booking, "--transcript", name);
      return { code, stderr };
    };

    test("only for its user", async () => {
      expect(await talk("alone.txt")).toMatchObject({ code: 0 });
      expect(statSync(file("alone.txt")).mode & 0o777).toBe(0o600);
    });

    test("not through a link that points outside its folder", async () => {
      writeFileSync(file("precious"), "mine");
      mkdirSync(file("talks"));
      symlinkSync(file("precious"), file("talks/link.txt"));
      expect(await talk("talks/link.txt")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("this is a link that points outside its folder"),
      });
      expect(readFileSync(file("precious"), "utf8")).toBe("mine");
    });

    test("not into a pipe, which others could read", async () => {
      execFileSync("sh", ["-c", `mkfifo "$0"`, file("pipe.txt")]);
      expect(await talk("pipe.txt")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("this is a pipe, not a file"),
      });
    });

    test("into a file in /dev", async () => {
      expect(await talk("/dev/null")).toMatchObject({ code: 0 });
    });
  });

  test.each([
    [
      "another reply",
      "  - say: Hi\n  - expect: { contains: refund, within: 20s }\n  - say: Never said\n",
      "script.yaml:4",
      'expected a reply that contains "refund"; got: "An appointment"',
    ],
    [
      "a reply with other capitals, where it must be equal",
      '  - say: Hi\n\n  - expect: { equals: "an appointment", within: 20s }\n',
      "script.yaml:5",
      'expected the reply "an appointment"; got: "An appointment"',
    ],
    [
      "no match",
      '  - say: Hi\n  - expect: { matches: "ment[?]$", within: 20s }\n',
      "script.yaml:4",
      'expected a reply that matches /ment[?]$/; got: "An appointment"',
    ],
    [
      "no end",
      "  - say: Hi\n  - expect: { contains: appointment }\n  - expect: { ended: true, within: 300ms }\n",
      "script.yaml:5",
      'expected the end of the conversation within 0.3 s; it is still open after "An appointment"',
    ],
    [
      "nothing",
      "  - say: Hi\n  - expect: { contains: appointment }\n  - say: When?\n  - expect: { contains: noon, within: 300ms }\n",
      "script.yaml:6",
      'expected a reply that contains "noon"; got none within 0.3 s',
    ],
  ])("ends with 9 when %s came, and names the step", async (_, steps, where, what) => {
    played.replies.push("An appointment");
    const { code, stderr } = await play(steps, "--wait", "20");
    expect(stderr).toContain(`error: an expectation was not met\n  ${where}\n  ${where}: ${what}\n`);
    expect(stderr).toMatch(/^ {4}> /m);
    expect(played.messages().map(({ message }) => message)).not.toContain("Never said");
    expect(code).toBe(9);
  });

  test("a caller that hangs up is what `ended` expects, and ends a script that continues", async () => {
    played.replies.push("Never mind");
    played.last = "Never mind";
    const steps = "  - say: Hi\n  - expect: { contains: never mind, ended: true, within: 20s }\n";
    expect((await play(steps)).code).toBe(0);
  });

  test("a script that continues after the end did not pass", async () => {
    played.replies.push("Never mind");
    played.last = "Never mind";
    const { code, stderr } = await play("  - say: Hi\n  - expect: { ended: true }\n  - say: Hello?\n");
    expect(stderr).toContain("the conversation ended before the script\n  script.yaml:5");
    expect({ code, sent: played.messages().length }).toEqual({ code: 9, sent: 1 });
  });

  test("with --end the conversation is ended, passed or not", async () => {
    const { code } = await play("  - expect: { contains: x, within: 100ms }\n", "--end");
    expect(played.messages()).toMatchObject([{ message: "", end_conversation: true }]);
    expect(code).toBe(9);
  });

  test("under --json the failure is an object with the step and its place", async () => {
    const { stderr } = await play("  - expect: { contains: x, within: 100ms }\n", "--json");
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "expectation",
      details: [
        { where: "script.yaml:3", message: 'expected a reply that contains "x"; got none within 0.1 s' },
      ],
    });
  });
});

describe("a script is refused before anything is sent", () => {
  test.each([
    ["an unknown step", "  - shout: Hi\n", "script.yaml:3"],
    [
      "a turn that ends the conversation before it ends",
      "  - { say: Bye, end: true, end_turn: false }\n",
      "cannot end the conversation in the middle of a turn",
    ],
    ["an invalid pattern", '  - expect: { matches: "(" }\n', "script.yaml:3:24"],
    [
      "a pattern that an agent's words could keep busy for hours",
      '  - expect: { matches: "(a+)\\\\1" }\n',
      "script.yaml:3:24: steps.0.expect.matches: back references",
    ],
    [
      "an invalid time",
      "  - expect: { contains: a, within: soon }\n",
      "script.yaml:3:36: steps.0.expect.within",
    ],
    ["a variable that is not set", '  - say: "${NOBODY}"\n', "the variable NOBODY is not set"],
  ])("for %s", async (_, steps, message) => {
    const { code, stderr } = await play(steps);
    expect(stderr).toContain(message);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("for a file of another kind, or none", async () => {
    writeFileSync(join(parley.home, "other.yaml"), "kind: Seed\norganizations: []\n");
    const other = await parley(["chat", "12", "--script", "other.yaml"]);
    expect(other.stderr).toContain('must be Script, not "Seed"');
    expect((await parley(["chat", "12", "--script", "nowhere.yaml"])).code).toBe(2);
    expect(other.code).toBe(2);
  });

  test("--dry-run shows its messages", async () => {
    const { json } = await play(booking, "--dry-run", "--json");
    expect(
      json.map(({ body }: { body: { message?: string; name?: string } }) => body.message ?? body.name),
    ).toEqual(["Hello, clinic speaking", "find_slot", "Tuesday at half past ten?", "Shall I book it?", ""]);
    expect(recorder.requests).toEqual([]);
  });
});
