import { digitalHumansOf, type WantedDigitalHuman } from "../../src/cli/manifest/digital-humans.ts";
import { parseFile } from "../../src/cli/manifest/parse.ts";
import { toSource } from "../../src/cli/manifest/source.ts";

/** The digital humans of a valid manifest. */
export async function wantedFrom(text: string, file = "m.yaml"): Promise<WantedDigitalHuman[]> {
  const { documents, faults } = parseFile(toSource(file, `/nowhere/${file}`, text));
  const found = await Promise.all(
    documents.map((document) => digitalHumansOf(document, {}, { allow_outside: false })),
  );
  const [fault] = [...faults, ...found.flatMap((one) => one.faults)];
  if (fault) throw new Error(`${fault.where}: ${fault.message}`);
  return found.flatMap(({ wanted }) => wanted);
}
