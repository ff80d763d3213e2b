import type { Body } from "../../../contract/types.ts";
import { SIDES } from "../../../contract/values.ts";
import { usage } from "../../../lib/failure.ts";
import { nearest } from "../../nearest.ts";
import { oneOf, type Parser, text } from "../parsers.ts";

type Participant = Body<"evaluate">["participants"][number];

const KEYS = ["role", "spoke_first", "name", "phone_number"] as const;

const asBoolean = (word: string) => oneOf(["true", "false"]).parse(word) === "true";

/** `role=AGENT,spoke_first=true,name=…,phone_number=…`. Commas within a value are kept. */
export const participant: Parser<Participant> = {
  parse(words) {
    const given = new Map(words.split(/,(?=\w+=)/).map(split));
    const role = given.get("role");
    if (role === undefined) throw usage(`needs a role, such as role=${SIDES[0]}`);
    const spoke_first = given.get("spoke_first");
    const name = given.get("name");
    const phone_number = given.get("phone_number");
    return {
      role: text.parse(role),
      ...(spoke_first !== undefined && { spoke_first: asBoolean(spoke_first) }),
      ...(name !== undefined && { name }),
      ...(phone_number !== undefined && { phone_number }),
    };
  },
};

function split(part: string): [key: string, value: string] {
  const [key = "", ...value] = part.split("=");
  if (KEYS.some((candidate) => candidate === key) && value.length > 0) return [key, value.join("=")];
  const near = nearest(key, KEYS);
  throw usage(`accepts ${KEYS.map((name) => `${name}=…`).join(", ")}, not "${part}"`, {
    ...(near && { hint: `did you mean ${near}?` }),
  });
}
