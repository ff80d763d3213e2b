/** Converts an id for requests of the hosted API that take a number. Any other id is sent unchanged. */
export const idOf = (text: string): number | string => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : text);
