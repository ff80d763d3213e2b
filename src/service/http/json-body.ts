import type { IncomingMessage } from "node:http";
import { BodyScan } from "../../contract/body-scan.ts";
import { VALUES_MAXIMUM } from "../../contract/limits.ts";
import { Refused } from "../errors.ts";

/**
 * The JSON of a body outside the contract, `{}` if it is empty. A text that is nested deeper than a call's never gets to a
 * parser.
 * @param maximum bytes of the body
 * @param grow called with the size of every piece before it is kept; may refuse it
 */
export async function jsonBody(
  incoming: IncomingMessage,
  maximum: number,
  grow: (bytes: number) => void = () => undefined,
): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming) {
    bytes += (piece as Buffer).length;
    if (bytes > maximum) throw new Refused(413, `the body has more than ${maximum} bytes`);
    grow((piece as Buffer).length);
    pieces.push(piece as Buffer);
  }
  const body = Buffer.concat(pieces);
  if (body.length === 0) return {};
  if (new BodyScan(VALUES_MAXIMUM).read(body))
    throw new Refused(400, "the body is nested too deeply or has too many parts");
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refused(400, "the body is not valid JSON");
  }
}
