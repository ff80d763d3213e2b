/** What is to be imported is no whole export, or there is no room for it. Nothing of it is in the store. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}
