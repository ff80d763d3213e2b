/** Tables of results, for a terminal and for BENCHMARKS.md. */

export function asText({ measured_on, seconds, tables }) {
  const lines = tables.flatMap(({ unit, rows }) =>
    rows.map(
      (row) =>
        `  ${row.what.replaceAll("`", "").padEnd(74)} ${figure(row)} ${unit.replaceAll("`", "")}${verdict(row)}`,
    ),
  );
  return `${lines.join("\n")}\n  (${origin(measured_on)}; ${seconds} s)\n`;
}

export function asMarkdown(name, { measured_on, tables }) {
  const parts = tables.map(({ unit, rows }) =>
    [
      `| What | ${unit} | Middle half | Goal | |`,
      "|---|---|---|---|---|",
      ...rows.map((row) =>
        [
          "",
          row.what,
          number(row.median),
          row.rounds > 1 ? `${number(row.low)}–${number(row.high)} of ${row.rounds}` : "one run",
          goal(row),
          isMissed(row) ? "missed" : "",
          "",
        ]
          .join(" | ")
          .trim(),
      ),
    ].join("\n"),
  );
  return `${parts.join("\n\n")}\n\n\`npm run bench -- ${name}\`: ${origin(measured_on)}.`;
}

/** The page with a section's tables replaced. Its text is written by hand, but its figures never are. */
export function putInto(page, name, tables) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, from + begin.length)}\n${tables}\n${page.slice(to)}`;
}

const origin = ({ date, node, processor, load, fsync_ms }) =>
  `${date}, Node ${node}, ${processor}, load ${load}, fsync ${fsync_ms} ms`;

const figure = (row) =>
  `${number(row.median).padStart(8)}${row.rounds > 1 ? `  (${number(row.low)}–${number(row.high)})` : ""}`;

const verdict = (row) => {
  if (goal(row) === "") return "";
  return `  ${isMissed(row) ? "MISSED" : "met"} (${goal(row)})`;
};

function goal({ at_most, at_least }) {
  if (at_most !== undefined) return `≤ ${number(at_most)}`;
  return at_least === undefined ? "" : `≥ ${number(at_least)}`;
}

const isMissed = ({ median, at_most = Number.POSITIVE_INFINITY, at_least = Number.NEGATIVE_INFINITY }) =>
  median > at_most || median < at_least;

export function number(value) {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
