/** Evaluation sets of Google's Agent Development Kit, and the lists of questions that came before them. */
import { type Fields, fieldsOf, itemsOf } from "../../contract/is-object.ts";
import { calls, Expected } from "./expect.ts";
import { contentOf, textOf, titleOf } from "./fields.ts";
import type { Note, Place, Reader, Scenario } from "./scenario.ts";

export const adk: Reader = {
  format: "ADK evalset",
  recognizes: (document) =>
    Array.isArray(fieldsOf(document)["eval_cases"] ?? fieldsOf(document)["evalCases"]) ||
    isQuestions(document),
  read({ documents }) {
    const notes: Note[] = [];
    const scenarios = documents.flatMap((document, index) => {
      if (isQuestions(document)) return [questionsOf(itemsOf(document).map(fieldsOf), [index], notes)];
      const key = fieldsOf(document)["eval_cases"] === undefined ? "evalCases" : "eval_cases";
      return itemsOf(fieldsOf(document)[key]).map((one, place) =>
        caseOf(fieldsOf(one), [index, key, place], notes),
      );
    });
    return { scenarios, notes };
  },
};

const isQuestions = (document: unknown): boolean =>
  Array.isArray(document) &&
  document.length > 0 &&
  document.every((one) => typeof fieldsOf(one)["query"] === "string" && "expected_tool_use" in fieldsOf(one));

/** A field in the spelling of Python, or in that of JSON over HTTP. */
const field = (fields: Fields, name: string): readonly [key: string, value: unknown] => {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const key = name in fields || !(camel in fields) ? name : camel;
  return [key, fields[key]];
};

interface Exchange {
  readonly said: string | undefined;
  readonly tools: readonly {
    readonly at: Place;
    readonly name: string | undefined;
    readonly args: unknown;
  }[];
  readonly answer: string | undefined;
  readonly answer_at: Place;
}

function caseOf(eval_case: Fields, at: Place, notes: Note[]): Scenario {
  const [, id] = field(eval_case, "eval_id");
  const name = titleOf(textOf(id) ?? `case ${Number(at.at(-1)) + 1}`);
  const [session_key, session] = field(eval_case, "session_input");
  if (Object.keys(fieldsOf(fieldsOf(session)["state"])).length > 0)
    notes.push({
      at: [...at, session_key, "state"],
      state: "no_counterpart",
      message: "the state that the session begins with; set it up in the agent",
    });
  const [plan_key, plan] = field(eval_case, "conversation_scenario");
  if (plan !== undefined && plan !== null) return plannedOf(fieldsOf(plan), name, [...at, plan_key], notes);
  const [key, conversation] = field(eval_case, "conversation");
  return exchangesOf(
    name,
    at,
    itemsOf(conversation).map((invocation, place) => invocationOf(fieldsOf(invocation), [...at, key, place])),
    notes,
  );
}

function invocationOf(invocation: Fields, at: Place): Exchange {
  const [, user] = field(invocation, "user_content");
  const [answer_key, answer] = field(invocation, "final_response");
  const [data_key, data] = field(invocation, "intermediate_data");
  const [tools_key, tools] = field(fieldsOf(data), "tool_uses");
  return {
    said: contentOf(fieldsOf(user)["parts"]),
    answer: contentOf(fieldsOf(answer)["parts"]),
    answer_at: [...at, answer_key],
    tools: itemsOf(tools).map((tool, place) => ({
      at: [...at, data_key, tools_key, place],
      name: textOf(fieldsOf(tool)["name"]),
      args: fieldsOf(tool)["args"],
    })),
  };
}

const questionsOf = (questions: readonly Fields[], at: Place, notes: Note[]): Scenario =>
  exchangesOf(
    titleOf(textOf(questions[0]?.["query"]) ?? "questions"),
    at,
    questions.map((question, place) => ({
      said: textOf(question["query"]),
      answer: textOf(question["reference"]),
      answer_at: [...at, place, "reference"],
      tools: itemsOf(question["expected_tool_use"]).map((tool, number) => ({
        at: [...at, place, "expected_tool_use", number],
        name: textOf(fieldsOf(tool)["tool_name"]),
        args: fieldsOf(tool)["tool_input"],
      })),
    })),
    notes,
  );

function exchangesOf(name: string, at: Place, exchanges: readonly Exchange[], notes: Note[]): Scenario {
  const expected = new Expected(notes);
  const turns: { say: string; expect: string[] }[] = [];
  for (const { said, tools, answer, answer_at } of exchanges) {
    if (said === undefined) return { name, at, reason: "a turn of the user has no text" };
    const turn = { say: said, expect: [] as string[] };
    turns.push(turn);
    for (const tool of tools)
      if (tool.name !== undefined) expected.clause(tool.at, calls(tool.name, tool.args), turn.expect);
    if (answer !== undefined)
      expected.sentence(answer_at, `The agent's answer to turn ${turns.length} of the user means: ${answer}`);
  }
  if (turns.length === 0) return { name, at, reason: "it has no conversation" };
  notes.push({
    at,
    state: "no_counterpart",
    message: "that no further tool is called, and the order of the calls within a turn",
  });
  return expected.scenario(name, at, {}, turns);
}

/** A user that a model plays. */
function plannedOf(plan: Fields, name: string, at: Place, notes: Note[]): Scenario {
  const expected = new Expected(notes);
  const [, prompt] = field(plan, "starting_prompt");
  const [plan_key, written] = field(plan, "conversation_plan");
  const opening = textOf(prompt);
  const steps = textOf(written);
  if (opening === undefined || steps === undefined)
    return { name, at, reason: "it has no starting prompt or no plan" };
  notes.push({
    at: [...at, plan_key],
    state: "needs_model",
    message: "a caller by rules says the opening, and what it understands of the plan",
  });
  expected.sentence([...at, plan_key], `The agent has done everything that this plan asks for: ${steps}`);
  return expected.scenario(name, at, { intent: opening, opening, role_description: steps });
}
