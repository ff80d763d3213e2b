/** What keeps a document from being read. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}
