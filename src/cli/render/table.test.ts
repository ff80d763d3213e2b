import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { createPaint } from "../terminal/colour.ts";
import { render } from "./render.ts";
import { renderRecord, renderTable } from "./table.ts";

test("a narrow terminal cuts times first, then what asks for least, and never an outcome", async () => {
  const long = "word ".repeat(20).trim();
  const grid = {
    columns: [
      { title: "name", value: "name", least: 16 },
      { title: "outcome", value: "outcome", kind: "outcome" as const },
      { title: "why", value: "why", least: 30 },
      { title: "ended", value: "ended", kind: "time" as const },
    ],
    rows: [[long, "incompleted", long, "2026-01-31T10:00:00Z"]],
  };
  const paint = await createPaint(true);
  const widths = async (columns: number) => {
    const text = stripVTControlCharacters(await renderTable(grid, columns, paint, new Date()));
    const [titles = "", row = ""] = text.split("\n");
    expect(row.length).toBeLessThanOrEqual(columns);
    expect(row).toContain("  inconclusive  ");
    expect(row).toContain("2026-01-31");
    return [titles.indexOf("OUTCOME") - 2, titles.indexOf("ENDED") - titles.indexOf("WHY") - 2];
  };
  // Outcome, date, and gaps leave 46 of 75 columns, and 71 of 100.
  expect(await widths(75)).toEqual([16, 30]);
  expect(await widths(100)).toEqual([35, 36]);
  expect(await renderTable(grid, 100, paint, new Date())).toContain("\u001b[33minconclusive\u001b[39m");
});

test("a time without room for all of it is short, and still says when", async () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const paint = await createPaint(false);
  const grid = {
    columns: ["name", { title: "created", value: "created_at", kind: "time" as const }].map((column) =>
      typeof column === "string" ? { title: column, value: column } : column,
    ),
    rows: [
      ["word ".repeat(6).trim(), "2026-03-01T11:57:00Z"],
      ["word ".repeat(6).trim(), "2026-01-31T11:57:00Z"],
    ],
  };
  const times = async (columns: number) =>
    (await renderTable(grid, columns, paint, now))
      .split("\n")
      .slice(1, 3)
      .map((line) =>
        line
          .slice(line.lastIndexOf("  "))
          .trim()
          .replace(/ \d\d:57/, " 11:57"),
      );
  expect(await times(80)).toEqual(["2026-03-01 11:57 (3m ago)", "2026-01-31 11:57 (29d ago)"]);
  expect(await times(50)).toEqual(["2026-03-01 11:57", "2026-01-31 11:57"]);
  expect(await times(44)).toEqual(["3m ago", "2026-01-31"]);
});

test("an outcome is shown in the words for people", async () => {
  const grid = {
    columns: [
      { title: "id", value: "id" },
      { title: "outcome", value: "outcome", kind: "outcome" as const },
    ],
    rows: [
      [12, "incompleted"],
      [13, "passed"],
    ],
  };
  const lines = (await renderTable(grid, 80, await createPaint(false), new Date())).split("\n");
  expect(lines.map((line) => line.trim().split(/ +/))).toEqual([
    ["ID", "OUTCOME"],
    ["12", "inconclusive"],
    ["13", "passed"],
    [""],
  ]);
});

test("a record begins with its identity, and leaves out empty fields", async () => {
  const record = {
    headers: {},
    tags: [],
    note: "",
    key: null,
    mode: "TEXT",
    name: "Desk",
    moved: false,
    count: 0,
    id: 7,
  };
  const paint = await createPaint(false);
  expect(renderRecord(record, paint)).toBe("id     7\nname   Desk\nmode   TEXT\nmoved  false\ncount  0\n");
});

const options = { output: "table" as const, fields: undefined, query: undefined, now: new Date() };

test("wide characters take two columns, and colours none", async () => {
  const paint = await createPaint(true);
  const grid = {
    columns: [
      { title: "name", value: "name" },
      { title: "outcome", value: "outcome", kind: "outcome" as const },
      { title: "mode", value: "mode" },
    ],
    rows: [
      ["予約", "passed", "TEXT"],
      ["Anruf über Köln", "failed", "VOICE"],
    ],
  };
  const text = await renderTable(grid, 80, paint, new Date());
  expect(stripVTControlCharacters(text)).toBe(
    "NAME             OUTCOME  MODE\n予約             passed   TEXT\nAnruf über Köln  failed   VOICE\n",
  );
});

test("up to 1,000 rows are drawn on a terminal; more are printed as into a pipe", async () => {
  const screen = { columns: 80, paint: await createPaint(false) };
  const print = (length: number, on: typeof screen | undefined) =>
    render(
      Array.from({ length }, (_, id) => ({ id, name: `Caller ${id}` })),
      { kind: "rows", columns: ["id", "name"] },
      { ...options, screen: on },
    );
  expect((await print(1000, screen)).split("\n")[1]).toBe("0    Caller 0");
  expect(await print(1001, screen)).toBe(await print(1001, undefined));
});
