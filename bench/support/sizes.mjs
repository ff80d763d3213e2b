/** What docs/operations.md says about sizes: only figures that were measured. */
import { number } from "./report.mjs";

const HOSTING = {
  pace: "answers a second, 64 connections",
  p99: "ms, p99 at half of that",
  evaluated: "calls evaluated a second, beside the load",
};
const CREATES = "durable creates a second, 64 connections";
const MANY = "1,000 conversations at once";

/** What it is called there, and where the figure comes from: section, unit and subject. */
const SIZES = [
  ["embedded: durable creates a second", "service", HOSTING.pace, "E4, a durable create"],
  ["embedded: lists of 50 metrics a second", "service", HOSTING.pace, "E8, a page of 50 metrics"],
  ...["one service", "three services"].flatMap((services) => [
    [`${services} over PostgreSQL: mixed requests a second`, "hosting", HOSTING.pace, services],
    [`${services} over PostgreSQL: p99 at half of that, ms`, "hosting", HOSTING.p99, services],
    [
      `${services} over PostgreSQL: calls evaluated a second beside them`,
      "hosting",
      HOSTING.evaluated,
      services,
    ],
    [
      `${services} over PostgreSQL: durable creates a second, and nothing else`,
      "creates",
      CREATES,
      `${services} over PostgreSQL`,
    ],
  ]),
  ["1,000 conversations at once: turns a second", "simulations", MANY, "turns a second"],
  ["memory for each of them, kB", "simulations", MANY, "memory of the service for each, kB"],
  [
    "20 voice calls at once: calls that one core can carry",
    "voice",
    "20 calls over noise and a telephone line",
    "calls that one core can carry, by processor time",
  ],
  [
    "memory for a recording of 8 MiB while it is uploaded, MB",
    "recordings",
    "MB more in the service",
    "while it takes a recording of 8 MiB",
  ],
  [
    "memory for a recording of 90 MiB while it is uploaded, MB",
    "recordings",
    "MB more in the service",
    "while it takes a recording of 90 MiB",
  ],
  [
    "transcripts of 200 turns evaluated in a second of one core",
    "evaluation",
    "a second of processor time",
    "the same, reading them from JSON included",
  ],
];

/** The table, from bench/results.json. Figures that were never measured are not in it. */
export function sizesOf(results) {
  const rows = SIZES.flatMap(([size, section, unit, what]) => {
    const measured = results[section];
    const row = measured?.tables.find((table) => table.unit === unit)?.rows.find((one) => one.what === what);
    if (measured && !row) throw new Error(`the section ${section} has no "${what}" in "${unit}"`);
    if (!row) return [];
    const { date, processor } = measured.measured_on;
    return [`| ${size} | ${number(row.median)} | \`${section}\`, ${date}, ${processor} |`];
  });
  return ["| What | Measured | By |", "|---|---|---|", ...rows].join("\n");
}
