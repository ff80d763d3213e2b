/** A fault that makes a document unreadable. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}
