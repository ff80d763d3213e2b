import { Refused } from "../errors.ts";
import { Invalid } from "../validation/fault.ts";

/** A seed cannot be loaded; the message says why. None of it was stored. */
export class SeedFault extends Error {
  override readonly name = "SeedFault";
}

/** Runs a part of the load; if it breaks a rule, the error names the object it is about. */
export async function about<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Refused)
      throw new SeedFault(`the seed's ${what}: ${error.message}`, { cause: error });
    if (error instanceof Invalid) {
      const faults = error.faults.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
      throw new SeedFault(`the seed's ${what}: ${faults}`, { cause: error });
    }
    throw error;
  }
}
