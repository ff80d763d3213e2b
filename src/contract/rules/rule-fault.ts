/** A violation of a business rule of E3 or E4. */
export interface RuleFault {
  /** The field to change. */
  readonly field: string;
  readonly message: string;
}
