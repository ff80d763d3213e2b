import { describe, expect, test } from "vitest";
import { BodyScan } from "./body-scan.ts";
import { DEPTH_MAXIMUM, ITEMS_MAXIMUM, KEYS_MAXIMUM } from "./limits.ts";

const VALUES_MAXIMUM = 200_000;

/** What a scan finds in a body that arrives in pieces of this size, as `type path`. */
function faultIn(body: string, size = body.length): string | undefined {
  const bytes = Buffer.from(body);
  const scan = new BodyScan(VALUES_MAXIMUM);
  for (let at = 0; at < bytes.length; at += size) {
    const excess = scan.read(bytes.subarray(at, at + size));
    if (excess) return [excess.type, ...scan.path(bytes)].join(" ");
  }
  return undefined;
}

const list = (count: number, item = "0") => `[${Array.from({ length: count }, () => item).join(",")}]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(",")}}`;
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
/** Lists of 19,999 values within one list, plus further values. */
const values = (lists: number, rest: number) =>
  `[${[...Array(lists).fill(list(19_998)), ...Array(rest).fill("0")]}]`;

describe("a limit is met by the last allowed value and exceeded by the first refused one", () => {
  test.each([
    ["items", list(ITEMS_MAXIMUM), list(ITEMS_MAXIMUM + 1), "list_too_long"],
    ["keys", object(KEYS_MAXIMUM), object(KEYS_MAXIMUM + 1), "too_many_keys"],
    ["depth", nested(DEPTH_MAXIMUM), nested(DEPTH_MAXIMUM + 1), `nesting${" 0".repeat(DEPTH_MAXIMUM)}`],
    // The outermost list, ten lists with their contents, and the rest.
    ["values", values(10, VALUES_MAXIMUM - 199_991), values(10, VALUES_MAXIMUM - 199_990), "too_many_values"],
    ["empty values", list(ITEMS_MAXIMUM, "{}"), list(ITEMS_MAXIMUM + 1, "{}"), "list_too_long"],
  ])("%s", (_, kept, broken, what) => {
    expect(faultIn(kept)).toBeUndefined();
    expect(faultIn(broken)).toBe(what);
    expect(faultIn(broken, 1)).toBe(what);
  });
});

describe("the path", () => {
  const many = object(KEYS_MAXIMUM + 1);
  test.each([
    [`{"a":[1,{"b":${many}}]}`, "too_many_keys a 1 b"],
    [`{"x":"},]{[\\"","a":[[],${many}]}`, "too_many_keys a 1"],
    [` { "x" : 1 , "k\\u00e9y" : ${many} }`, "too_many_keys kéy"],
    [`{"漢":"字","字":${many}}`, "too_many_keys 字"],
    [`{"a":{"b":1},"c":${many}}`, "too_many_keys c"],
  ])("%.40s", (body, what) => {
    for (const size of [1, 2, 7, body.length]) expect(faultIn(body, size)).toBe(what);
  });
});

test("ignores texts that look like structure, and bytes that are not JSON", () => {
  expect(faultIn(`{"a":"${"[{,".repeat(100_000)}"}`)).toBeUndefined();
  expect(faultIn(`"${'\\"['.repeat(1000)}"`)).toBeUndefined();
  for (const body of ["]]]]}}}", ",,,,,,", "{]}[", '"', "\\\\", "[}".repeat(1000)])
    expect(faultIn(body)).toBeUndefined();
});
