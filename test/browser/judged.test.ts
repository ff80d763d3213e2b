/** How the console shows verdicts of a model. */
import { expect, test } from "vitest";
import { certify, judgeWith, METRIC } from "../support/certified-judge.ts";
import { useProgram } from "../support/in-process.ts";
import { playedBy } from "../support/played.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { useBrowser, violationsIn } from "./browser.ts";

const model = useRecorder();
const service = useService(undefined, () => ({ model: { base_url: model.url(), model: "judge-1" } }));
const parley = useProgram(service);
const open = useBrowser();
const { acme } = service;

test("the page of a run says how many passed, and corrects it once the judge has a certificate", async () => {
  judgeWith(model);
  const { result } = await playedBy(acme)(
    { name: "Caller", intent: "Say hello." },
    [{ message: "hello, this line is recorded" }],
    {},
    [METRIC],
  );
  const { body } = await acme("POST", "/v1/console-links");
  const { page } = await open(`${service.url()}${body.path}/run/${result.simulation_run_id}`);
  const row = page.getByRole("region", { name: "Judged by a model" }).getByRole("row").nth(1);
  await expect
    .poll(() => row.getByRole("cell").allTextContents())
    .toEqual([
      "judge-1",
      "1 of 1",
      expect.stringMatching(/^100% \([\d.]+% to 100%\)$/),
      "no certificate says how well its judge agrees with people",
    ]);
  expect(await row.getByRole("rowheader").textContent()).toBe("Disclosure");
  expect((await certify(parley, METRIC)).code).toBe(0);
  await page.reload();
  await expect.poll(() => row.getByRole("cell").last().textContent()).toMatch(/^100% \([\d.]+% to 100%\)$/);
  expect(await violationsIn(page)).toEqual([]);
});
