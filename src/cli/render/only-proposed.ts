/** `2 policies of prompt version 3 are only proposed, so they fail nothing`. */
export const onlyProposed = (count: number, of: string): string =>
  count === 1
    ? `1 policy of ${of} is only proposed, so it fails nothing`
    : `${count} policies of ${of} are only proposed, so they fail nothing`;
