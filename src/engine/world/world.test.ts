import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { differenceInWords } from "../rules-language/state-in-words.ts";
import { callTool } from "./call.ts";
import { compileWorld } from "./compile.ts";
import { type RecordedCall, replayCalls } from "./replay.ts";
import { differenceOf, stateAfter } from "./state.ts";
import type { Change, World, WorldForm } from "./world.ts";

const began_at = "2026-11-24T09:00:00Z";

const restaurant: WorldForm = {
  tables: {
    slots: {
      key: "id",
      rows: [
        { id: 1, day: "friday", seats: 4 },
        { id: 2, day: "saturday", seats: 2 },
      ],
    },
    bookings: { key: "code", rows: [{ code: "AAAAAA", slot: 2, name: "Al", people: 1, prices: [1.1, 2.2] }] },
  },
  tools: [
    {
      name: "reserve",
      input: {
        type: "object",
        properties: { day: { type: "string" }, people: { type: "integer", minimum: 1 }, name: {} },
        required: ["day", "people"],
      },
      steps: [
        "find slot in slots with {day: input.day, seats: {$gte: input.people}}",
        'require slot or fail with "nothing for {input.people} on {input.day}"',
        "update slot set {seats: slot.seats - input.people}",
        "insert booking into bookings {slot: slot.id, name: input.name, people: input.people}",
      ].join("\n"),
      answer: "{reference: booking.code, left: slot.seats, at: now}",
    },
    {
      name: "cancel",
      input: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
      steps: [
        "find booking in bookings with {code: input.code}",
        'require booking or fail with "no such booking"',
        "find slot in slots with {id: booking.slot}",
        "update slot set {seats: slot.seats + booking.people}",
        "delete booking",
      ].join("\n"),
    },
    {
      name: "report",
      steps: [
        "find all open in slots with {seats: {$gt: 0}}",
        "find all booked in bookings",
        "set people = 0",
        "for each one in booked do",
        "  set people = people + one.people",
        "end",
        "answer {open: count of open, days: open.day, seats: sum of open.seats, people: people, all: booked}",
      ].join("\n"),
    },
  ],
};

const compiled = (form: WorldForm): World => {
  const { world, faults } = compileWorld(form);
  expect(faults).toEqual([]);
  return world;
};

/** Calls tools one after the other, as a conversation does. */
function play(world: World, calls: readonly (readonly [string, unknown])[]) {
  const made: { call: number; changes: readonly Change[] }[] = [];
  const answers = calls.map(([tool, given], at) => {
    const state = stateAfter(
      world.tables,
      made.flatMap(({ changes }) => changes),
    );
    const nth = calls.slice(0, at + 1).filter(([name]) => name === tool).length;
    const answer = callTool(world, state, { tool, arguments: given, nth, began_at });
    made.push({ call: at + 1, changes: answer.changes });
    return answer;
  });
  return { answers, difference: differenceOf(made) };
}

describe("a call of a tool", () => {
  const world = compiled(restaurant);

  test("answers and changes the tables; the next call sees it", () => {
    const { answers, difference } = play(world, [
      ["reserve", { day: "friday", people: 3, name: "Jo" }],
      ["reserve", { day: "friday", people: 3, name: "Jo" }],
      ["report", {}],
    ]);
    const [first, second, third] = answers;
    expect(first).toMatchObject({ status: 200, answer: { left: 1, at: began_at } });
    expect(first?.answer).toMatchObject({ reference: expect.stringMatching(/^[A-Z2-9]{6}$/) });
    expect(second).toMatchObject({
      status: 422,
      answer: { error: "nothing for 3 on friday" },
      changes: [],
    });
    expect(third?.answer).toMatchObject({ open: 2, days: ["friday", "saturday"], seats: 3, people: 4 });
    expect(difference.map(({ calls, ...one }) => [differenceInWords(one), calls])).toEqual([
      ["slots: changed row id 1: seats 4 → 1", [1]],
      [expect.stringMatching(/^bookings: added \{"code":".{6}","slot":1,"name":"Jo","people":3\}$/), [1]],
    ]);
  });

  test("a row that comes back to what it was has not changed", () => {
    const [made] = play(world, [["reserve", { day: "friday", people: 1, name: null }]]).answers;
    const { reference } = (made ?? { answer: {} }).answer as { reference: string };
    const { answers, difference } = play(world, [
      ["reserve", { day: "friday", people: 1, name: null }],
      ["cancel", { code: reference }],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(difference).toEqual([]);
  });

  test("the same world gives the same answers, and another seed other keys", () => {
    const calls = [["reserve", { day: "friday", people: 1 }]] as const;
    expect(play(world, calls)).toEqual(play(compiled(restaurant), calls));
    const other = play(compiled({ ...restaurant, seed: "2" }), calls);
    expect(other.answers).not.toEqual(play(world, calls).answers);
  });

  test.each([
    [{ day: "friday" }, "people is missing"],
    [{ day: "friday", people: "3" }, "people must be an integer"],
    [{ day: "friday", people: 0 }, "people must be at least 1"],
    ["friday", "the arguments must be an object"],
  ])("arguments %j: %s", (given, error) => {
    expect(play(world, [["reserve", given]]).answers).toMatchObject([{ status: 400, answer: { error } }]);
  });

  test("an unknown tool gets the nearest name", () => {
    const [answer] = play(world, [["resreve", {}]]).answers;
    expect(answer).toMatchObject({
      status: 404,
      answer: { error: 'no tool is called "resreve"; did you mean reserve?' },
    });
  });

  test("an argument is never an operator", () => {
    const { answers } = play(world, [["cancel", { code: "AAAAAA" }]]);
    expect(answers).toMatchObject([{ status: 200 }]);
    const open = compiled({
      ...restaurant,
      tools: [
        {
          name: "peek",
          input: { type: "object", properties: { code: {} } },
          steps: 'find one in bookings with {code: input.code}\nrequire one or fail with "none"',
          answer: "one",
        },
      ],
    });
    expect(play(open, [["peek", { code: { $any: true } }]]).answers).toMatchObject([{ status: 422 }]);
  });
});

describe("steps that choose, and values in lists and objects", () => {
  const answerOf = (steps: string, given: unknown = {}) => {
    const input = { type: "object" };
    const rows = [
      { id: 1, prices: { economy: 100, "first class": 900 }, paid: [] },
      { id: 2, prices: {}, paid: [{ amount: 3 }] },
    ];
    const tools = [{ name: "x", input, steps }];
    const world = compiled({ tables: { flights: { key: "id", rows } }, tools });
    return play(world, [["x", given]]);
  };

  test.each([
    ["find f in flights\nanswer f.prices[input.cabin]", { cabin: "first class" }, 900],
    ["find f in flights\nanswer f.prices[input.cabin]", { cabin: "toString" }, null],
    ["answer input.names[1]", { names: ["a", "b"] }, "b"],
    ["answer input.names[input.at]", { names: ["a", "b"], at: -1 }, null],
    ["answer input.rows[1][0]", { rows: [[1], [2]] }, 2],
    ["answer input.names + [input.more]", { names: ["a"], more: ["b"] }, ["a", ["b"]]],
    ['if input.n > 1 do\n answer "many"\nelse\n answer "few"\nend', { n: 2 }, "many"],
    ['if input.n > 1 do\n answer "many"\nelse\n answer "few"\nend', { n: 1 }, "few"],
    [
      "set x = 0\nif input.n do\n if input.m do\n  set x = 1\n end\n set x = x + 2\nend\nanswer x",
      { n: 1 },
      2,
    ],
    ["set x = 0\nif input.n do; set x = 1; end; answer x", {}, 0],
  ])("%s with %j", (steps, given, answer) => {
    expect(answerOf(steps, given).answers).toMatchObject([{ status: 200, answer }]);
  });

  test("a row's list grows", () => {
    const steps = "find f in flights with {id: 2}\nupdate f set {paid: f.paid + [{amount: input.amount}]}";
    const { difference } = answerOf(steps, { amount: 5 });
    expect(difference).toMatchObject([{ after: { paid: [{ amount: 3 }, { amount: 5 }] } }]);
  });

  test("a list and a number are not added", () => {
    expect(answerOf("answer input.names + 1", { names: ["a"] }).answers).toMatchObject([
      { status: 500, fault: 'x: input.names is ["a"], not a number' },
    ]);
  });
});

describe("calls made again", () => {
  const replayed = (form: WorldForm, calls: readonly RecordedCall[]) => {
    const replaying = replayCalls(compiled(form), began_at, calls);
    for (;;) {
      const { done, value } = replaying.next();
      if (done) return value;
    }
  };
  const calls = [
    ["reserve", { day: "friday", people: 3 }],
    ["reserve", { day: "friday", people: 3 }],
    ["nothing", {}],
    ["report", {}],
  ] as const;
  const recorded = play(compiled(restaurant), calls).answers.map(
    ({ status, answer, changes }, at): RecordedCall => ({
      tool: calls[at]?.[0] ?? "",
      arguments: calls[at]?.[1] ?? null,
      status,
      answer,
      changes,
    }),
  );

  test("are the same", () => expect(replayed(restaurant, recorded)).toBeNull());

  test("are different from the first that answers otherwise", () => {
    const [reserve, ...others] = restaurant.tools;
    const form = {
      ...restaurant,
      tools: [{ ...reserve, answer: "1" } as typeof reserve & object, ...others],
    };
    expect(replayed(form, recorded)).toMatchObject({ call: 1, tool: "reserve" });
    const failing = { ...restaurant, tools: [reserve as typeof reserve & object] };
    expect(replayed(failing, recorded)).toMatchObject({
      call: 4,
      tool: "report",
      replayed: expect.stringContaining('"status":404'),
    });
  });
});

describe("calls that fail because the world says so", () => {
  const failing = (faults: WorldForm["tools"][number]["faults"]) =>
    compiled({ tables: { t: { columns: ["a"] } }, tools: [{ name: "x", steps: "answer 1", faults }] });

  test("the nth call fails", () => {
    const world = failing([
      { call: 2, answer: 429 },
      { call: 3, answer: "timeout" },
    ]);
    const calls = Array.from({ length: 4 }, () => ["x", {}] as const);
    expect(play(world, calls).answers.map(({ status }) => status)).toEqual([200, 429, 504, 200]);
  });

  test("a share, the same with the same seed", () => {
    const calls = Array.from({ length: 400 }, () => ["x", {}] as const);
    const statuses = () =>
      play(failing([{ share: 0.25, answer: 500 }]), calls).answers.map(({ status }) => status);
    const failed = statuses().filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(60);
    expect(failed).toBeLessThan(140);
    expect(statuses()).toEqual(statuses());
  });
});

describe("a world that is itself at fault says so, and changes nothing", () => {
  test.each([
    ["insert into t {a: 1}\nset x = input.missing - 1", "input.missing is null, not a number"],
    ["find row in t with {a: 999}\nupdate row set {a: 1}", "no row was found for row"],
    ["set x = 1\nset y = count of x", "x is 1, not a list"],
    ['require "a" < 1 or fail with "no"', "only two numbers or two texts can be compared"],
    [
      "find all rows in t\nfor each r in rows do\nfind all more in t\nfor each m in more do\nfind all x in t\nend\nend",
      "(limit: work)",
    ],
  ])("%s", (steps, fault) => {
    const rows = Array.from({ length: 200 }, (_, a) => ({ a }));
    const input = { type: "object" };
    const world = compiled({ tables: { t: { rows } }, tools: [{ name: "x", input, steps }] });
    const [answer] = play(world, [["x", {}]]).answers;
    expect(answer).toMatchObject({ status: 500, changes: [], fault: expect.stringContaining(fault) });
  });
});

describe("mistakes", () => {
  const faultsOf = (steps: string, answer?: string) =>
    compileWorld({
      tables: { bookings: { key: "id", columns: ["id", "day"] } },
      tools: [
        {
          name: "x",
          input: { type: "object", properties: { day: {} } },
          steps,
          ...(answer !== undefined && { answer }),
        },
      ],
    }).faults.map(({ path, offset, message }) => `${path.join(".")}@${offset} ${message}`);

  test.each([
    ["find b in bookngs", "tools.0.steps@0 `bookngs` is not a table of this world; did you mean `bookings`?"],
    [
      "find b in bookings with {dy: 1}",
      "tools.0.steps@25 `dy` is not a column of bookings; did you mean `day`?",
    ],
    [
      "find b in bookings\nanswer b.dax",
      "tools.0.steps@26 `dax` is not a column of bookings; did you mean `day`?",
    ],
    ["answer input.dya", "tools.0.steps@7 `dya` is not an argument of this tool; did you mean `day`?"],
    ["answer 1\ndelete b", "tools.0.steps@9 this step is never reached: the tool has already answered"],
    ["update b set {day: 1}", "tools.0.steps@0 `b` is not a row that an earlier step finds or inserts"],
    ["find b in bookings wiht {}", "expected `with`, `;` or a new line; found `wiht`; did you mean `with`?"],
    ["for each b in [1] do\nset x = b", "or `end`; found the end"],
    ["if now > 1 do\nset x = 1\nelse\nset x = 2", "or `end`; found the end"],
    ["if now > 1 do\nanswer 1\nelse\nanswer 2\nend\nset x = 1", "this step is never reached"],
    ["set x = now\nelse", "found `else`"],
    ["answer input.day[now", "expected"],
    ["find b in bookings with {day: {$ge: 1}}", "`$ge` is not an operator; did you mean `$gt`?"],
    ["set input = 1", "`input` is given to every tool; choose another name"],
  ])("are named, with what was expected: %s", (steps, message) => {
    expect(faultsOf(steps).join("\n")).toContain(message);
  });

  test("an answer after steps that have answered is a mistake", () => {
    expect(faultsOf("answer 1", "2")).toEqual([
      "tools.0.answer@0 this is never reached: the steps answer before",
    ]);
  });
});

test("hostile steps are read in linear time", () => {
  const texts = (length: number) => [
    "find ".repeat(length / 5),
    "(".repeat(length),
    "answer 1 + ".repeat(length / 11),
    "a.".repeat(length / 2),
    `answer "${"{".repeat(length)}"`,
    "for each a in b do\n".repeat(length / 19),
    "not ".repeat(length / 4),
    `answer ${"a[".repeat(length / 2)}`,
    `answer a${"[0]".repeat(length / 3)}`,
    "if a do\n".repeat(length / 8),
    "if a do\nelse\n".repeat(length / 13),
  ];
  for (const steps of texts(100_000)) {
    const begun = performance.now();
    compileWorld({ tables: { t: { columns: ["a"] } }, tools: [{ name: "x", steps }] });
    // Quadratic work would take minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  }
});

test("the largest table is searched within a call's limit, quickly", () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `name ${id}` }));
  const world = compiled({
    tables: { t: { key: "id", rows } },
    tools: [{ name: "x", steps: 'find one in t with {id: 9999, name: "name 9999"}\nanswer one' }],
  });
  expect(play(world, [["x", {}]]).answers).toMatchObject([{ status: 200, answer: { id: 9999 } }]);
});
