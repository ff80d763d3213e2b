/**
 * A strict parser for the text format of Prometheus:
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly samples: readonly Sample[];
  readonly types: ReadonlyMap<string, string>;
  /** The only sample with this name and at least these labels. Undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL}(?:,(?=[a-zA-Z_]))?)*)\\})? ([^ ]+)$`);
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];

/** @throws for the first line that is not valid, a sample without a type, and a series that appears twice */
export function parseExposition(text: string): Exposition {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const series = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, keyword, metric = "", told = ""] = COMMENT.exec(line) ?? [];
    if (keyword === "TYPE") {
      if (types.has(metric) || !TYPES.includes(told)) throw new Error(`a type that cannot be: ${line}`);
      types.set(metric, told);
    }
    if (keyword) continue;
    const [, name = "", labels = "", , , number = ""] = SAMPLE.exec(line) ?? [];
    const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
    // As Go parses numbers: in any case.
    if (name === "" || (Number.isNaN(value) && !/^nan$/i.test(number))) throw new Error(`no sample: ${line}`);
    const sample = { name, value, labels: labelsOf(labels) };
    if (!types.has(familyOf(name, types))) throw new Error(`no type: ${line}`);
    const key = `${name}{${labels}}`;
    if (series.has(key)) throw new Error(`twice: ${line}`);
    series.add(key);
    samples.push(sample);
  }
  return {
    samples,
    types,
    value(name, wanted = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(wanted).every(([label, is]) => sample.labels[label] === is),
      );
      if (found.length > 1) throw new Error(`${name} ${JSON.stringify(wanted)} is not one series`);
      return found[0]?.value;
    },
  };
}

const labelsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(LABEL, "g"))].map(([, label = "", value = ""]) => [label, value]),
  );

/** The samples of a histogram have its name with a suffix. */
function familyOf(name: string, types: ReadonlyMap<string, string>): string {
  const family = name.replace(/_(?:bucket|sum|count)$/, "");
  return types.get(family) === "histogram" ? family : name;
}
