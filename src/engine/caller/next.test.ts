import { describe, expect, it } from "vitest";
import { turnRng } from "../random.ts";
import { prepareCaller } from "./caller.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { next, onSilence, start } from "./next.ts";
import type { CallerState } from "./state.ts";
import { play } from "./testing/play.ts";

const ROUTER: DigitalHuman = { intent: "I need a new router.", creativity: 0 };
const rng = (state?: CallerState) => turnRng("seed", "1", state?.turn ?? 0);
const lastSaid = (digital_human: DigitalHuman, agent: string[]) => play(digital_human, agent).said.at(-1);

describe("the opening", () => {
  it("is the greeting and the goal", () => {
    expect(play(ROUTER, []).said).toEqual(["Hello. I need a new router."]);
  });

  it("is only the goal for a brief caller, or if the goal has a greeting", () => {
    expect(play({ ...ROUTER, verbosity: "low" }, []).said).toEqual(["I need a new router."]);
    expect(play({ ...ROUTER, intent: "Hello, I need a new router." }, []).said).toEqual([
      "Hello, I need a new router.",
    ]);
  });

  it("is all that a caller without a goal in words opens with: it then answers", () => {
    const speaks_first_config = { speaks_first: true, mode: "custom", message: "An appointment, please." };
    const traits = [{ trait_name: "goal_tool", value: "book" }];
    const { said } = play({ language: "en", creativity: 0, traits, speaks_first_config }, [
      "Hello, this is the desk. I have Monday at 9:00 or Tuesday at 10:00. Which one suits you?",
    ]);
    expect(said[1]).not.toMatch(/^(?:Hello|Hi)/);
    expect(said[1]).toMatch(/\S/);
  });

  it("is the message of speaks_first_config word for word; the goal follows when the agent asks", () => {
    const speaks_first_config = { speaks_first: true, mode: "custom", message: "Hi, is this Bolt?" };
    expect(play({ ...ROUTER, speaks_first_config }, ["Yes, how can I help?"]).said).toEqual([
      "Hi, is this Bolt?",
      "I need a new router.",
    ]);
  });

  it("is made from the goal when the mode is ai_generated", () => {
    const speaks_first_config = { speaks_first: true, mode: "ai_generated", message: "Hi, is this Bolt?" };
    expect(play({ ...ROUTER, speaks_first_config }, []).said).toEqual(["Hello. I need a new router."]);
  });

  it("waits for the agent when the caller does not speak first", () => {
    const quiet = { ...ROUTER, speaks_first_config: { speaks_first: false }, silence_timeout: 20 };
    const { actions, said } = play(quiet, ["Bolt, good morning."]);
    expect(actions[0]).toEqual({ rule: "silence", wake_after_ms: 20_000 });
    expect(said).toEqual([null, "Hello. I need a new router."]);
  });
});

describe("limits", () => {
  it("end the conversation at the last turn", () => {
    const { actions, state } = play(ROUTER, ["Hm.", "Hm.", "Hm.", "Hm."], { max_turns: 2 });
    expect(actions).toHaveLength(3);
    expect(actions.at(-1)).toEqual({ rule: "limit", end: { end_reason: "max_turns", completed: false } });
    expect(state.ended?.end_reason).toBe("max_turns");
  });

  it("end it when its time is over, before anything else", () => {
    const { actions } = play({ ...ROUTER, hangup_phrases: ["hm"] }, ["Hm."], { max_duration_ms: 5000 });
    expect(actions.at(-1)).toEqual({ rule: "limit", end: { end_reason: "max_duration", completed: false } });
  });

  it("shorten the wait for the agent", () => {
    expect(play(ROUTER, [], { max_duration_ms: 12_000 }).actions[0]?.wake_after_ms).toBe(12_000);
  });

  it("leave an ended conversation as it is", () => {
    const { caller, state } = play(ROUTER, ["Hm."], { max_turns: 1 });
    expect(next({ caller, state, message: "Hello?", at_ms: 99_000, rng: rng(state) })).toEqual({
      action: { rule: "after_end", end: { end_reason: "max_turns", completed: false } },
      state,
    });
  });
});

describe("silence", () => {
  const begun = () => {
    const caller = prepareCaller({ ...ROUTER, silence_timeout: 15 });
    return { caller, ...start({ caller, at_ms: 0, rng: rng() }) };
  };

  it("makes the caller check in twice and then hang up", () => {
    const { caller, action, state } = begun();
    expect(action.wake_after_ms).toBe(15_000);
    const first = onSilence({ caller, state, at_ms: 15_000, rng: rng(state) });
    expect(first.action).toEqual({ rule: "check_in", say: "Are you still there?", wake_after_ms: 15_000 });
    const second = onSilence({ caller, state: first.state, at_ms: 30_000, rng: rng(first.state) });
    expect(second.action.say).toBe("Are you still there?");
    const third = onSilence({ caller, state: second.state, at_ms: 45_000, rng: rng(second.state) });
    expect(third.action).toEqual({
      rule: "silence",
      end: { end_reason: "silence_timeout", completed: false },
    });
  });

  it("is forgotten when the agent speaks", () => {
    const { caller, state } = begun();
    const checked = onSilence({ caller, state, at_ms: 15_000, rng: rng(state) });
    const answered = next({
      caller,
      state: checked.state,
      message: "One moment.",
      at_ms: 16_000,
      rng: rng(checked.state),
    });
    expect(answered.state.check_ins).toBe(0);
  });

  it("after the confirmed goal completes the conversation", () => {
    const { caller, state } = play(ROUTER, ["Your new router has been ordered."]);
    const quiet = { ...state, check_ins: 2 };
    expect(onSilence({ caller, state: quiet, at_ms: 60_000, rng: rng(quiet) }).action.end).toEqual({
      end_reason: "silence_timeout",
      completed: true,
    });
  });
});

describe("hangup phrases", () => {
  const record = { ...ROUTER, hangup_phrases: ["please call back later"] };

  it("end the conversation when the agent says one", () => {
    const { actions, state } = play(record, ["We are closed. Please call back LATER!"]);
    expect(actions.at(-1)).toEqual({
      rule: "hangup_phrase",
      end: { end_reason: "hangup_phrase", completed: true },
    });
    expect(state.history.at(-1)?.hangup).toEqual({
      phrase: "please call back later",
      by: "agent",
      match: "contained",
    });
  });

  it("end it after the caller has said one", () => {
    const scripted_responses = [{ match_type: "any", response_value: "I will call again. Bye bye." }];
    const { actions, state } = play({ ...ROUTER, hangup_phrases: ["bye bye"], scripted_responses }, [
      "Hello.",
    ]);
    expect(actions.at(-1)).toMatchObject({
      say: "I will call again. Bye bye.",
      end: { end_reason: "hangup_phrase" },
    });
    expect(state.history.at(-1)?.hangup?.by).toBe("caller");
  });

  it("come before scripted responses", () => {
    const scripted_responses = [{ match_type: "any", response_value: "No." }];
    expect(lastSaid({ ...record, scripted_responses }, ["Please call back later."])).toBeNull();
  });
});

describe("scripted responses", () => {
  it("come before everything the caller would say by itself, word for word", () => {
    const scripted_responses = [{ match_phrase: "order number", response_value: "i dont have it!!" }];
    const record = {
      ...ROUTER,
      role_description: "Your order number is A-1.",
      scripted_responses,
      fluency: "beginner" as const,
    };
    const { said, state } = play(record, ["What is your order number?"]);
    expect(said.at(-1)).toBe("i dont have it!!");
    expect(state.history.at(-1)?.scripted).toEqual({ index: 0, match: "contained" });
  });

  it("can wait before they are said", () => {
    const scripted_responses = [
      { match_phrase: "hello", response_value: "Sorry, I was away.", silence_duration: 8 },
    ];
    const { caller, actions, state } = play({ ...ROUTER, scripted_responses }, ["Hello"]);
    expect(actions.at(-1)).toEqual({ rule: "scripted_response", wake_after_ms: 8000 });
    expect(onSilence({ caller, state, at_ms: 13_000, rng: rng(state) }).action).toMatchObject({
      say: "Sorry, I was away.",
    });
  });

  it("are not said when the agent speaks into the silence", () => {
    const scripted_responses = [
      { match_phrase: "hello", response_value: "Sorry, I was away.", silence_duration: 8 },
    ];
    const { state } = play({ ...ROUTER, scripted_responses }, ["Hello", "One moment."]);
    expect(state.pending).toBeNull();
    expect(state.last_said).toBe("Sure, I'll wait.");
  });

  it("can be silence alone, after which the caller continues to wait", () => {
    const scripted_responses = [{ match_phrase: "hello", response_type: "silence", silence_duration: 8 }];
    const { caller, state } = play({ ...ROUTER, scripted_responses, silence_timeout: 20 }, ["Hello"]);
    const after = onSilence({ caller, state, at_ms: 13_000, rng: rng(state) });
    expect(after.action).toEqual({ rule: "silence", wake_after_ms: 20_000 });
    expect(onSilence({ caller, state: after.state, at_ms: 33_000, rng: rng(after.state) }).action.rule).toBe(
      "check_in",
    );
  });
});

describe("answers", () => {
  const record: DigitalHuman = {
    ...ROUTER,
    role_description: "Your name is Ana Ruiz. Your order number is A-1. Your email is ana@example.com.",
  };

  it.each([
    ["What's your name?", "My name is Ana Ruiz."],
    ["Order number?", "It's A-1."],
    ["May I have your name, email and date of birth?", "Ana Ruiz, ana@example.com. The rest I don't know."],
    ["What is your date of birth?", "I'd rather not say."],
    ["How many people is it for?", "I don't know."],
    ["What is the serial colour of the cable?", "I don't know."],
    ["Which product is it about?", "I need a new router."],
    ["Is A-2 your order number, is that right?", "No, it's A-1."],
    ["Is A-1 your order number, is that right?", "Yes, that's right."],
    ["Would you like some insurance with it?", "No, thank you."],
    ["Would you like a new router?", "Yes, please."],
    ["Could you rephrase that?", "Hello. I need a new router."],
    ["I'll transfer you to a colleague.", "Okay, thank you."],
  ])("%s %s", (question, answer) => {
    expect(lastSaid(record, [question])).toBe(answer);
  });

  it("are repeated in other words, without one that could be taken for a part of them", () => {
    const question = "What is your order number?";
    expect(play(record, [question, question]).said.slice(1)).toEqual(["It's A-1.", "A-1."]);
  });

  it("end when the agent keeps asking for the same thing", () => {
    const { said, state } = play(record, new Array<string>(9).fill("What is your order number?"));
    expect(said.slice(1)).toEqual([
      "It's A-1.",
      "A-1.",
      "It's A-1.",
      "A-1.",
      "I don't think we're getting anywhere. I'll leave it for now. Bye.",
    ]);
    expect(state.ended?.end_reason).toBe("out_of_script");
  });

  it("choose among offers according to the record, or take the first", () => {
    const visit = { ...ROUTER, intent: "I need a technician at 5 pm." };
    const offer = "We have 3 pm or 5 pm. Which works best for you?";
    expect(lastSaid(visit, [offer])).toBe("5 pm, please.");
    expect(lastSaid(ROUTER, [offer])).toBe("3 pm, please.");
  });
});

describe("the closing", () => {
  const done = "Your router has been ordered. Anything else?";

  it("needs a confirmation and then a cue of the agent", () => {
    const { said, state } = play(ROUTER, [done, "Great, have a nice day!"]);
    expect(said.slice(1)).toEqual(["Great, thank you. That's what I needed.", "Thank you, bye!"]);
    expect(state.ended).toEqual({ end_reason: "goal_reached", completed: true });
  });

  it("does not follow a promise", () => {
    const { state } = play(ROUTER, ["I'll order it for you.", "Great, have a nice day!"]);
    expect(state.confirmed).toBe(false);
    expect(state.ended).toBeNull();
  });

  it("waits until the agent asks nothing more", () => {
    const { said, state } = play({ ...ROUTER, role_description: "Your email is ana@example.com." }, [
      done,
      "And what is your email for the receipt?",
      "Would you like a cup with it?",
      "Anything else?",
    ]);
    expect(said.slice(2)).toEqual([
      "It's ana@example.com.",
      "No, thank you.",
      "No, that's all. Thank you, bye!",
    ]);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });

  it("comes after all goals", () => {
    const twofold = { ...ROUTER, intent: "I want to cancel my order. I'd also like to change my address." };
    const { said, state } = play(twofold, [
      "Your order has been cancelled.",
      "I've updated the address.",
      "You're welcome!",
    ]);
    expect(said.slice(1)).toEqual([
      "Thank you. There is one more thing. I'd also like to change my address.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });

  it("does not follow a farewell that comes too early", () => {
    expect(play(ROUTER, ["Thank you for your patience. Goodbye!"]).said.at(-1)).toBe(
      "Wait, we're not done yet. I need a new router.",
    );
  });
});

describe("a refusal", () => {
  it("is questioned once and then accepted", () => {
    const { said, state } = play(ROUTER, ["I'm afraid I can't do that.", "Sorry, that is not possible."]);
    expect(said.slice(1)).toEqual([
      "Is there really nothing you can do?",
      "All right, then I'll leave it. Bye.",
    ]);
    expect(state.ended).toEqual({ end_reason: "refused", completed: true });
  });
});

describe("the fallback", () => {
  it("asks to repeat, says the goal again, and gives up", () => {
    const { said, state } = play(ROUTER, [
      "¿En qué le puedo ayudar con su pedido?",
      "...",
      "你好，请问需要什么帮助？",
    ]);
    expect(said.slice(1)).toEqual([
      "Sorry, could you say that again?",
      "Let me put it again. I need a new router.",
      "I don't think we're getting anywhere. I'll leave it for now. Bye.",
    ]);
    expect(state.ended).toEqual({ end_reason: "out_of_script", completed: false });
  });

  it("repeats a message once for an agent that keeps asking, then says the goal again, and gives up", () => {
    const { said, state } = play(ROUTER, new Array<string>(9).fill("Could you say that again, please?"));
    expect(said.slice(1)).toEqual([
      "Hello. I need a new router.",
      "Let me put it again. I need a new router.",
      "Let me put it again. I need a new router.",
      "I don't think we're getting anywhere. I'll leave it for now. Bye.",
    ]);
    expect(state.ended?.end_reason).toBe("out_of_script");
  });

  it("says the goal instead of an acknowledgement again", () => {
    expect(play(ROUTER, ["The weather is fine.", "Sorry, I didn't catch that."]).said.slice(1)).toEqual([
      "Okay.",
      "Let me put it again. I need a new router.",
    ]);
  });

  it("begins again after a turn that was understood", () => {
    const { state } = play(ROUTER, ["...", "...", "One moment, please.", "..."]);
    expect(state.fallbacks).toBe(1);
    expect(state.ended).toBeNull();
  });

  it("takes note of a statement once", () => {
    expect(play(ROUTER, ["The weather is fine.", "The sky is blue."]).said.slice(1)).toEqual([
      "Okay.",
      "Let me put it again. I need a new router.",
    ]);
  });
});

describe("creativity", () => {
  const agent = ["One moment, please.", "One moment, please.", "One moment, please.", "One moment, please."];
  const answers = (creativity: number, seed: string) =>
    play({ ...ROUTER, creativity }, agent, { seed }).said.slice(1);

  it("of 0 takes the template always, of 2 a paraphrase always", () => {
    for (const seed of ["a", "b", "c"]) {
      expect(new Set(answers(0, seed))).toEqual(new Set(["Sure, I'll wait."]));
      expect(answers(2, seed)).not.toContain("Sure, I'll wait.");
    }
  });

  it("varies with the seed", () => {
    const conversations = ["a", "b", "c", "d", "e"].map((seed) => answers(1, seed).join("|"));
    expect(new Set(conversations).size).toBeGreaterThan(1);
  });
});
