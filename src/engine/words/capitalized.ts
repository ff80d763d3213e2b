/** A text with its first letter in upper case. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
