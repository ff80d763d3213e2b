/** New ids, all different. */
export interface Ids {
  newId(): string;
}
