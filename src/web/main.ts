/** Shows the report in the page, if there is one, otherwise the console. */
import { render } from "preact";
import type { Report } from "../results/report.ts";
import { ConsoleApp } from "./console/app.ts";
import { ReportApp } from "./report.ts";
import { html } from "./views/kit.ts";

const place = document.getElementById("app");
const held = document.getElementById("report");
if (place && held) {
  const report: Report = JSON.parse(held.textContent ?? "");
  render(html`<${ReportApp} report=${report} />`, place);
} else if (place) render(html`<${ConsoleApp} />`, place);
