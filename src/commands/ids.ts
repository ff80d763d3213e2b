/** An id as the hosted API has it in requests that name it by a number; one that is not a number is sent as it is. */
export const idOf = (text: string): number | string => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : text);
