/** A word of a command that a shell takes as one word, whatever is in it. */
export const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellText(word));

/** The same, always between quotes. */
export const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
