/** The callers of a test file as digital humans of a service, for `dh apply` and `dh plan`. */
import type { Detail } from "../../lib/failure.ts";
import { pathFault } from "./check.ts";
import type { DigitalHumanOptions, DocumentDigitalHumans } from "./digital-humans.ts";
import { toWanted } from "./digital-humans.ts";
import { Entry, layerOf } from "./entry.ts";
import type { Parsed, Path } from "./parsed.ts";
import type { Surroundings } from "./read.ts";
import { SNAPSHOT, type TestCaller } from "./test-callers.ts";
import { testOf } from "./tests.ts";

/** Fields of a test file that no digital human has, and what to do instead. */
const ELSEWHERE = {
  policies: "policies belong to a prompt version, see `parley policies apply`",
  max_turns: "it belongs to the simulation, see `parley sim update`",
  repeat: "a run has as many conversations of each digital human as its num_runs says",
  min_pass_rate: "it belongs to a run, see `parley sim start --wait --min-pass-rate`",
} as const;

/** The callers of one test file, with a fault for everything that a digital human cannot expect. */
export async function callersWanted(
  parsed: Parsed,
  surroundings: Surroundings,
  options: DigitalHumanOptions,
): Promise<DocumentDigitalHumans> {
  const { openness, simulations = [] } = options;
  const { test, faults } = await testOf(parsed, surroundings, { has_command: true, openness });
  if (!test) return { wanted: [], faults };
  for (const [field, hint] of Object.entries(ELSEWHERE))
    if (Object.hasOwn(parsed.value as object, field))
      openness?.warn(pathFault(parsed, [field], `not applied: ${hint}`, true), field);
  if (simulations.length === 0 && !options.anywhere)
    return {
      wanted: [],
      faults: [
        pathFault(parsed, ["callers"], "a test file names no simulation: add --simulation <id>", true),
      ],
    };
  const made = test.callers.map((caller) => {
    const entry = new Entry(parsed, caller.path);
    entry.put(layerOf(withSentences(caller), caller.path));
    const { wanted, faults } = toWanted(entry, false, options);
    return { wanted, faults: [...faults, ...unjudged(parsed, caller)] };
  });
  return {
    wanted: made.flatMap(({ wanted }) => wanted ?? []),
    faults: made.flatMap((one) => one.faults),
  };
}

/** Several sentences are one success criterion, if there are no clauses. */
const withSentences = ({ fields, judged }: TestCaller): TestCaller["fields"] =>
  judged.length === 0
    ? fields
    : { ...fields, success_criteria: [fields["success_criteria"], ...judged].join("\n") };

/** What only `parley test` judges. Left out, the digital human would pass too easily. */
function unjudged(parsed: Parsed, { path, fields, judged, script, has_snapshot }: TestCaller): Detail[] {
  const hasClauses = String(fields["success_criteria"] ?? "").startsWith("@rules");
  return [
    ...(has_snapshot
      ? [pathFault(parsed, placeOf(parsed, path, SNAPSHOT), "only `parley test` knows the snapshot", true)]
      : []),
    ...(hasClauses ? judged : []).map((sentence) =>
      pathFault(
        parsed,
        placeOf(parsed, path, sentence),
        "a digital human has clauses or sentences, not both: leave out one of them, or run `parley test --service`",
      ),
    ),
    ...(script && script.given.length > 0
      ? [
          pathFault(
            parsed,
            [...path, "given"],
            "only `parley test` begins in the middle of a conversation; use turns instead",
            true,
          ),
        ]
      : []),
    ...(script?.turns ?? []).flatMap(({ expect }, turn) =>
      expect.length > 0
        ? [
            pathFault(
              parsed,
              [...path, "turns", turn, "expect"],
              "only `parley test` judges an answer alone; put it into the expect of the caller",
              true,
            ),
          ]
        : [],
    ),
  ];
}

/** Where a sentence is written: with the caller or in the defaults. */
function placeOf({ value }: Parsed, path: Path, sentence: string): Path {
  const places: readonly Path[] = [
    [...path, "expect"],
    ["callers", "defaults", "expect"],
  ];
  for (const place of places) {
    const index = (at(value, place) as readonly unknown[] | undefined)?.indexOf(sentence) ?? -1;
    if (index >= 0) return [...place, index];
  }
  return path;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown> | undefined)?.[step], value);
