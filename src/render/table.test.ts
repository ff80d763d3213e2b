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
  const widths = (columns: number) => {
    const text = stripVTControlCharacters(renderTable(grid, columns, paint, new Date()));
    const [titles = "", row = ""] = text.split("\n");
    expect(row.length).toBeLessThanOrEqual(columns);
    expect(row).toContain("  inconclusive  ");
    expect(row).toContain("2026-01-31");
    return [titles.indexOf("OUTCOME") - 2, titles.indexOf("ENDED") - titles.indexOf("WHY") - 2];
  };
  // Outcome, date, and gaps leave 46 of 75 columns, and 71 of 100.
  expect(widths(75)).toEqual([16, 30]);
  expect(widths(100)).toEqual([35, 36]);
  expect(renderTable(grid, 100, paint, new Date())).toContain("\u001b[33minconclusive\u001b[39m");
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
  const times = (columns: number) =>
    renderTable(grid, columns, paint, now)
      .split("\n")
      .slice(1, 3)
      .map((line) =>
        line
          .slice(line.lastIndexOf("  "))
          .trim()
          .replace(/ \d\d:57/, " 11:57"),
      );
  expect(times(80)).toEqual(["2026-03-01 11:57 (3m ago)", "2026-01-31 11:57 (29d ago)"]);
  expect(times(50)).toEqual(["2026-03-01 11:57", "2026-01-31 11:57"]);
  expect(times(44)).toEqual(["3m ago", "2026-01-31"]);
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
  const lines = renderTable(grid, 80, await createPaint(false), new Date()).split("\n");
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

test("4,000 rows are laid out for a terminal about as fast as they are printed into a pipe", async () => {
  const rows = Array.from({ length: 4000 }, (_, id) => ({
    id,
    name: `Anrufer Nummer ${id}, verärgert`,
    intent: `I want to change my booking from Tuesday to Wednesday because of ${id}`,
    created_at: "2026-03-01T10:00:00Z",
  }));
  const columns = ["id", "name", "intent", { title: "created", value: "created_at", kind: "time" as const }];
  const paint = await createPaint(false);
  const time = async (screen: { columns: number; paint: typeof paint } | undefined) => {
    const start = process.cpuUsage();
    const options = {
      output: "table" as const,
      fields: undefined,
      query: undefined,
      screen,
      now: new Date(),
    };
    await render(rows, { kind: "rows", columns }, options);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  await time({ columns: 80, paint });
  const piped = await time(undefined);
  // It once took 170 times as long.
  expect(await time({ columns: 80, paint })).toBeLessThan(20 * piped + 100_000);
});
