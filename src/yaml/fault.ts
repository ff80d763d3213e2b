/** A fault because of which a document cannot be read. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}
