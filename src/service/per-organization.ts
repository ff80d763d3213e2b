/** What organizations use in turns, so that none keeps another waiting. */
export interface PerOrganization<T> {
  /** The same as one organization uses it. */
  of(organization_id: string): T;
}
