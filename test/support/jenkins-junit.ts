/** The rules of Jenkins' schema for JUnit reports (junit-10.xsd of its xUnit plugin). It refuses anything else. */
import { execFileSync, spawnSync } from "node:child_process";

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
  readonly has_text?: true;
}

const COUNTS = ["tests", "failures", "errors"];
const REASON: Rule = { required: [], optional: ["type", "message"], children: [], has_text: true };
const OUTPUT: Rule = { required: [], optional: [], children: [], has_text: true };

const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { required: [], optional: ["name", "time", ...COUNTS], children: ["testsuite"] },
  testsuite: {
    required: ["name", ...COUNTS],
    optional: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
    children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
  },
  properties: { required: [], optional: [], children: ["property"] },
  property: { required: ["name", "value"], optional: [], children: [] },
  testcase: {
    required: ["name"],
    optional: ["time", "classname", "group"],
    children: ["skipped", "error", "failure", "system-out", "system-err"],
  },
  skipped: REASON,
  error: REASON,
  failure: REASON,
  "system-out": OUTPUT,
  "system-err": OUTPUT,
};

/** Digits, perhaps with commas for thousands, and a fraction. No exponent. */
const TIME = /^[\d,]*(?:\.\d*)?$/;

const TOKENS =
  /<!\[CDATA\[.*?\]\]>|<\?xml[^>]*\?>|<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</gs;

/** How a report breaks the rules, in words. */
export function brokenRules(xml: string): string[] {
  const broken: string[] = [];
  const open: string[] = [];
  let roots = 0;
  for (const [token, end, name, attributes = "", empty] of xml.matchAll(TOKENS)) {
    const parent = open.at(-1);
    if (name === undefined) {
      const is_text = !token.startsWith("<?xml") && token.trim() !== "";
      if (is_text && !(parent && RULES[parent]?.has_text)) broken.push(`text in ${parent}: ${token}`);
      continue;
    }
    if (end) {
      if (open.pop() !== name) broken.push(`</${name}> ends ${parent}`);
      continue;
    }
    if (parent === undefined && (name !== "testsuites" || roots++ > 0)) broken.push(`root: ${name}`);
    if (parent !== undefined && !RULES[parent]?.children.includes(name)) broken.push(`${name} in ${parent}`);
    broken.push(...brokenBy(name, attributes));
    if (!empty) open.push(name);
  }
  return [...broken, ...open.map((name) => `${name} does not end`)];
}

function brokenBy(element: string, attributes: string): string[] {
  const rule = RULES[element];
  if (!rule) return [`unknown element ${element}`];
  const given = new Map(
    [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const time = given.get("time");
  return [
    ...rule.required.filter((name) => !given.has(name)).map((name) => `${element} without ${name}`),
    ...[...given.keys()]
      .filter((name) => !rule.required.includes(name) && !rule.optional.includes(name))
      .map((name) => `${element} with ${name}`),
    ...(time !== undefined && !TIME.test(time) ? [`${element} with time ${time}`] : []),
  ];
}

/** What another program's parser finds wrong; nothing if that program is not installed. */
export function malformed(xml: string): string {
  if (spawnSync("xmllint", ["--version"]).error) return "";
  try {
    execFileSync("xmllint", ["--noout", "-"], { input: xml, stdio: "pipe" });
    return "";
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr);
  }
}
