/** What every report in JUnit's XML has in common. */
import type builder from "junit-report-builder";
import { sanitize } from "../terminal/sanitize.ts";

type Report = ReturnType<typeof builder.newBuilder>;

/** A test suite. Its property names the file, because Jenkins' schema has no such attribute of a test case. */
export function suiteOf(report: Report, name: string, file: string) {
  const suite = report.testSuite().name(xmlText(name));
  if (file) suite.property("file", xmlText(file));
  return suite;
}

/** The XML, without the root's count of skipped cases, which Jenkins' schema does not allow. */
export const xmlOf = (report: Report): string => `${report.build().replace(/ skipped="\d+"/, "")}\n`;

/** A text without the characters that XML cannot contain. */
export const xmlText = (text: string) => sanitize(text).toWellFormed();
