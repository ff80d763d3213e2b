import { usage } from "../../lib/failure.ts";

/**
 * Far more values than a day of calls has. Parsing a file of 90 MB with nothing but brackets would take a
 * minute and 5 GB.
 */
const VALUES_MAXIMUM = 5_000_000;

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/**
 * Checks a file before it is parsed as JSON.
 * @param file as its user named it
 * @throws Failure (usage) if it may have more values than fit into memory
 */
export function requireModest(text: string, file: string): void {
  if (text.length <= VALUES_MAXIMUM) return;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== COMMA && code !== BRACKET && code !== BRACE) continue;
    if (++values > VALUES_MAXIMUM)
      throw usage("the file has more than 5 million values", {
        where: file,
        hint: "nothing was sent; split it into several files",
      });
  }
}
