/** How well callers shrink: thirty mutants of an agent, and agents that fail only sometimes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useFolder } from "../support/testing.ts";
import { errands, flaky, free, type Mutant, mutants, scripted, source } from "./mutants.ts";

const parley = useProgram();
const files = useFolder();

const write = (cwd: string, callers: object) =>
  writeFileSync(
    join(cwd, "desk.parley.yaml"),
    JSON.stringify({ kind: "Test", agent: { module: "desk.mjs" }, callers }),
  );

async function shrunk(code: string, caller: object, flags: readonly string[]) {
  const cwd = files.write({ module: "desk.mjs" }, [caller]);
  writeFileSync(join(cwd, "desk.mjs"), code);
  const run = await parley(["sim", "shrink", "Bob", "--test", "desk.parley.yaml", "--json", ...flags], {
    cwd,
  });
  if (run.code !== 0) return { is_right: false, turns: 0, conversations: 0, why: run.stderr };
  write(cwd, { list: [{ from: "smallest.yaml" }] });
  const often = flags.length > 0 ? ["--repeat", "20"] : [];
  const broken = await parley(["test", "--json", ...often], { cwd });
  writeFileSync(join(cwd, "desk.mjs"), source);
  const sound = await parley(["test", "--json"], { cwd });
  const fails = broken.json.counts.failed > 0;
  const { turns, conversations, kept } = run.json;
  return {
    is_right: fails && sound.code === 0,
    turns,
    conversations,
    why: { fails, sound: sound.code, kept },
  };
}

type Shrunk = Awaited<ReturnType<typeof shrunk>>;
const shareOf = (all: readonly Shrunk[]) => all.filter(({ is_right }) => is_right).length / all.length;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("thirty mutants: the smallest caller fails on the mutant and passes on the original", async () => {
  const found: Shrunk[] = [];
  for (const [place, mutant] of mutants.entries()) {
    const one = await shrunk(mutant.source, callerOf(mutant, place), []);
    if (!one.is_right) console.info(mutant.what, one);
    found.push(one);
  }
  const turns = found.map((one) => one.turns);
  const conversations = found.map((one) => one.conversations);
  console.info(
    "mutants",
    shareOf(found),
    "turns",
    median(turns),
    "conversations",
    median(conversations),
    Math.max(...conversations),
  );
  expect(found).toHaveLength(30);
  expect(shareOf(found)).toBeGreaterThanOrEqual(0.9);
  expect(median(turns)).toBeLessThanOrEqual(5);
  expect(Math.max(...conversations)).toBeLessThanOrEqual(40);
}, 600_000);

/** Half of them say what is written, and half find their own words. */
const callerOf = ({ errand }: Mutant, place: number) => (place % 2 === 0 ? scripted(errand) : free(errand));

test("an agent that fails in three of ten conversations", async () => {
  const found: Shrunk[] = [];
  const flags = ["--repeat", "12", "--max-conversations", "400"];
  for (const errand of errands) {
    const one = await shrunk(flaky(errand, 30), scripted(errand), flags);
    if (!one.is_right || one.turns > 3) console.info(errand, one);
    found.push({ ...one, is_right: one.is_right && one.turns <= 3 });
  }
  console.info("flaky", shareOf(found), "conversations", median(found.map((one) => one.conversations)));
  expect(shareOf(found)).toBeGreaterThanOrEqual(0.8);
}, 600_000);
