import { AREAS, type Area, type LeastCoverage } from "../../../../engine/coverage/coverage.ts";
import { list } from "../../command.ts";
import { numberBetween, oneOf, type Parser } from "../../parsers.ts";

interface Least {
  readonly area: Area;
  readonly share: number;
}

const least: Parser<Least> = {
  parse(word) {
    const [area = "", share = ""] = word.split("=");
    return { area: oneOf(AREAS).parse(area), share: numberBetween(0, 1).parse(share) };
  },
};

export const minCoverage = list(
  "--min-coverage <area=share>",
  "least share, from 0 to 1, of policies, tools, paths, world_steps, or knowledge that must have been met, such as policies=0.9; repeatable",
  least,
);

export const leastOf = (given: readonly Least[]): LeastCoverage =>
  Object.fromEntries(given.map(({ area, share }) => [area, share]));
