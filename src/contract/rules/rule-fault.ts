/** What a business rule of E3 and E4 refuses. */
export interface RuleFault {
  /** The field to change. */
  readonly field: string;
  readonly message: string;
}
