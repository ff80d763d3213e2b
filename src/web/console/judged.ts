/** How many conversations pass criteria that a model judges, corrected by the judge's certificate. */
import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import { judgedIn } from "../../results/calibration/apply.ts";
import { type Certificate, isJudged } from "../../results/calibration/certified.ts";
import { type JudgedRate, judgedRates } from "../../results/calibration/rates.ts";
import { listOf, numberOf } from "../../results/read.ts";
import { read } from "./api.ts";

/**
 * The rates of conversations or calls that were already read. Without a judge's verdict, nothing is
 * requested.
 */
export async function judgedRatesIn(records: readonly Fields[]): Promise<JudgedRate[]> {
  const verdicts = records.flatMap((record) => judgedIn(record as unknown as Parameters<typeof judgedIn>[0]));
  if (!verdicts.some(isJudged)) return [];
  // The verdicts are useful even if the certificates cannot be read.
  return judgedRates(verdicts, await certificates().catch(() => []));
}

async function certificates(): Promise<Certificate[]> {
  const all: Fields[] = [];
  for (let page = 1; ; page += 1) {
    const answer = fieldsOf(await read("list_judge_certificates", { page, page_size: 100 }));
    all.push(...listOf(answer["certificates"]));
    if (page >= (numberOf(answer["total_pages"]) ?? 0)) return all as unknown as Certificate[];
  }
}
