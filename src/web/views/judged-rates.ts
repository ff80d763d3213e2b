import type { JudgedRate } from "../../results/calibration/rates.ts";
import { html, Line, Panel, percent } from "./kit.ts";

/** What a language model decided, and how reliable that is. */
export function JudgedRates({ rates }: { rates: readonly JudgedRate[] }) {
  const interval = (rate: JudgedRate["raw"]) =>
    rate && `${percent(rate.value)} (${percent(rate.lower)} to ${percent(rate.upper)})`;
  return html`<${Panel} title="Judged by a model"><div class="scroll" tabindex="0" role="region" aria-label="Judged by a model">
    <table class="numbers"><thead><tr><th scope="col">Metric</th><th scope="col">Model</th><th scope="col">Passed</th><th scope="col">As judged</th><th scope="col">Corrected for the judge's error</th></tr></thead>
    <tbody>${rates.map(
      (
        rate,
      ) => html`<tr><th scope="row"><${Line} text=${rate.metric} /></th><td><${Line} text=${rate.model ?? "unknown"} /></td>
        <td>${rate.passed} of ${rate.judged}</td><td>${interval(rate.raw)}</td>
        <td>${interval(rate.corrected) ?? html`<span class="quiet"><${Line} text=${rate.uncorrected ?? ""} /></span>`}</td></tr>`,
    )}</tbody></table></div>
    <p class="quiet">Each rate with its 95% interval.</p><//>`;
}
