import { expect, test } from "vitest";
import { catalogue } from "../../src/engine/metrics/catalogue.ts";
import { useProgram } from "../support/in-process.ts";

/** Without a service: no address and no key. */
const parley = useProgram();

test("every built-in metric is listed", async () => {
  const { code, stdout } = await parley(["metrics", "builtin"]);
  expect(code).toBe(0);
  const [head, ...rows] = stdout.trim().split("\n");
  expect(head).toBe("id\tversion\tunit\tdescription");
  expect(rows.map((row) => row.split("\t")[0])).toEqual(catalogue.map(({ id }) => id));
});

test("JSON has everything about each", async () => {
  const { json } = await parley(["metrics", "builtin", "--json"]);
  expect(json).toEqual(catalogue);
});

test("one is shown with the tags of events that it reads", async () => {
  const { code, json } = await parley(["metrics", "builtin", "selectivity.vocal_tic", "--json"]);
  expect(code).toBe(0);
  expect(json).toMatchObject({
    id: "selectivity.vocal_tic",
    version: 2,
    unit: "ratio",
    source: "τ-voice S_VT",
  });
  expect(json.reads).toContain("event tag vocal_tic");
  const { stdout } = await parley(["metrics", "builtin", "wer"]);
  expect(stdout).toContain("metadata reference_transcript");
});

test("the id may be given as an evaluation writes it, with the version", async () => {
  const { json } = await parley(["metrics", "builtin", "yield_rate@2", "--json"]);
  expect(json.id).toBe("yield_rate");
});

test("an id that does not exist is an error that says which was probably meant", async () => {
  const { code, stdout, stderr } = await parley(["metrics", "builtin", "yield_rat"]);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    'error: "yield_rat" is not a built-in metric; did you mean yield_rate?\n' +
      "hint: `parley metrics builtin` lists them all\n",
  );
});
