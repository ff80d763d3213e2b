/** The file to import is not a complete export, or there is no room for it. None of it is in the store. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}
