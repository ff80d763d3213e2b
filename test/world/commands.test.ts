import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";

const parley = useProgram();

const WORLD = `kind: World
tables:
  slots:
    file: slots.csv
    key: id
  bookings: {key: id, columns: [id, day, name]}
tools:
  - name: reserve
    description: Reserves a table
    input:
      type: object
      properties: {day: {type: string}, name: {type: string}}
      required: [day, name]
    steps: |
      find slot in slots with {day: input.day, seats: {$gt: 0}}
      require slot or fail with "nothing on {input.day}"

      update slot set {seats: slot.seats - 1}
      insert booking into bookings {day: input.day, name: input.name}
    answer: "{reference: booking.id}"
`;

function write(text: string): string {
  writeFileSync(join(parley.home, "slots.csv"), "id,day,seats\n1,friday,2\n2,sunday,0\n");
  writeFileSync(join(parley.home, "world.yaml"), text);
  return "world.yaml";
}

test("a world without mistakes is listed with its tools and tables", async () => {
  const ran = await parley(["world", "check", write(WORLD), "--json"]);
  expect(ran.code).toBe(0);
  expect(ran.json).toEqual({
    tables: [
      { name: "slots", rows: 2, columns: ["id", "day", "seats"] },
      { name: "bookings", rows: 0, columns: ["id", "day", "name"] },
    ],
    tools: [{ name: "reserve", description: "Reserves a table", arguments: "day, name" }],
  });
});

test.each([
  ["update slot set {seats: slot.seats - 1}", "update slot set {saets: 1}", "18:24", "did you mean `seats`?"],
  ["find slot in slots", "find slot in solts", "15:7", "did you mean `slots`?"],
  ["{reference: booking.id}", "{reference: boking.id}", "20:26", "did you mean `booking`?"],
  ["name: {type: string}", "name: {type: text}", "12:", "must be one of string, number"],
  ["file: slots.csv", "file: other.csv", "4:", "file not found: other.csv"],
])("%s → %s", async (before, after, where, message) => {
  const ran = await parley(["world", "check", write(WORLD.replace(before, after))]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(`world.yaml:${where}`);
  expect(ran.stderr).toContain(message);
});

test("tools are called one after the other, and what has changed is shown", async () => {
  const given = '{"day": "friday", "name": "Jo"}';
  const ran = await parley(["world", "try", write(WORLD), "reserve", given, "reserve", given]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout.split("\n")).toEqual([
    'reserve 200  {"reference":1}',
    'reserve 200  {"reference":2}',
    "  slots: changed row id 1: seats 2 → 0",
    '  bookings: added {"id":1,"day":"friday","name":"Jo"}',
    '  bookings: added {"id":2,"day":"friday","name":"Jo"}',
    "",
  ]);
});

test("a call that fails says why, changes nothing, and ends with 9", async () => {
  const ran = await parley(["world", "try", write(WORLD), "reserve", '{"day": "sunday", "name": "Jo"}']);
  expect(ran.code).toBe(9);
  expect(ran.stdout).toContain('reserve 422  {"error":"nothing on sunday"}\n  nothing has changed');
  const wrong = await parley(["world", "try", write(WORLD), "reserve", "{day: friday}"]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("the arguments of reserve are not valid JSON: {day: friday}");
});
