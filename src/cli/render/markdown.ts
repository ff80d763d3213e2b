/** Escapes a text of others for a line or a cell of Markdown, so that it is not markup and does not end it. */
export const inLine = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, (sign) => `\\${sign}`);
