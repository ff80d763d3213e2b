/** Ends the help of commands that need an extension. */
export const EXTENSION = " An extension of the API: not every service offers it.";
