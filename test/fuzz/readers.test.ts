/**
 * Every exported function that reads a text, with hostile texts that are crafted from what its module looks for: its time must
 * not grow faster than the text. Readers are found by the type of their first parameter, so nobody has to remember a new
 * one. `npm run fuzz` tries many times as many texts.
 */
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { modules } from "./readers/collect.ts";
import { EXCEPTIONS, exceptionFor } from "./readers/exceptions.ts";
import { faultOf } from "./readers/growth.ts";
import { textsFor } from "./readers/texts.ts";
import { argumentsFor, HOLDING } from "./readers/values.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Texts for each reader of a text, and for each that takes what others have read from it. */
const [TEXTS, OTHERS] = process.env["FUZZ_RUNS"] === undefined ? [16, 6] : [240, 24];
const MS_EACH = 20_000;

const all = modules();
const found = [...all.values()]
  .flatMap(({ functions }) => functions)
  .filter(({ parameters: [first = ""] }) => HOLDING[first] !== undefined);
const readers = found.filter(({ file, name }) => exceptionFor(file, name) === undefined);
const folderOf = ({ file }: { readonly file: string }) => file.split("/").slice(0, 3).join("/");
const folders = [...new Set(readers.map(folderOf))];

test("readers are found, and the exceptions are of today", () => {
  expect(readers.length).toBeGreaterThan(350);
  const unknown = readers.filter((reader) => argumentsFor(reader, "x") === undefined);
  // Describe the type in readers/values.ts, or say in readers/exceptions.ts why nobody else's text gets there.
  expect(unknown.map(({ file, name, parameters }) => `${file} ${name}(${parameters.join(", ")})`)).toEqual(
    [],
  );
  const needed = new Set(found.map(({ file, name }) => exceptionFor(file, name)));
  expect(Object.keys(EXCEPTIONS).filter((place) => !needed.has(place))).toEqual([]);
});

describe("a time that grows", () => {
  const TEXT = [{ before: "", again: "ab ", after: "" }];
  /** Works for so many milliseconds, on a slow or busy machine as well. */
  const work = (ms: number) => {
    const before = process.cpuUsage();
    for (;;) {
      const { user, system } = process.cpuUsage(before);
      if (user + system >= 1000 * ms) return;
    }
  };
  const judged = (read: (text: string) => void) =>
    faultOf(
      (text) => read(String(text)),
      (text) => [[text]],
      TEXT,
    );

  test("with the square of the text is a fault", async () => {
    expect(await judged(({ length }) => work(length ** 2 / 1e8))).toMatchObject({
      fault: expect.any(String),
    });
  });

  test("with the square of the text until it is refused is a fault", async () => {
    const reader = ({ length }: string) => {
      if (length > 150_000) throw new Error("too long");
      work(length ** 2 / 1e8);
    };
    expect(await judged(reader)).toMatchObject({ fault: expect.any(String) });
  });

  test("with the text, and leaps once, is not a fault", async () => {
    const { fault, growth } = await judged(({ length }) => work(length / (length > 50_000 ? 1000 : 10_000)));
    expect(fault).toBeUndefined();
    expect(growth).toBeGreaterThan(30);
  });
});

describe("no time grows faster than the text", () => {
  const counts = { texts: 0, growth: 0, worst: "" };
  afterAll(() => {
    const { texts, growth, worst } = counts;
    // For the people who run it: linear growth from 10,000 to 100,000 characters is 10.
    console.log(
      `${readers.length} readers, ${texts} texts; time grew at most ${growth.toFixed(1)} times: ${worst}`,
    );
  });
  test.each(folders)(
    "%s",
    async (folder) => {
      const faults: string[] = [];
      for (const reader of readers.filter((reader) => folderOf(reader) === folder)) {
        const module: Readonly<Record<string, (...given: unknown[]) => unknown>> = await import(
          join(ROOT, reader.file)
        );
        const read = module[reader.name];
        if (!read) throw new Error(`${reader.file} does not export ${reader.name}`);
        const ways = (text: string) => argumentsFor(reader, text) ?? [];
        const texts = textsFor(reader.file, all, /string/.test(reader.parameters[0] ?? "") ? TEXTS : OTHERS);
        const { fault, growth } = await faultOf(read, ways, texts);
        counts.texts += texts.length;
        if (growth > counts.growth) Object.assign(counts, { growth, worst: `${reader.file} ${reader.name}` });
        if (fault) faults.push(`${reader.file} ${reader.name}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
    readers.length * MS_EACH,
  );
});
