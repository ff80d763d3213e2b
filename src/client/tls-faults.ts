/** Codes of errors that end a TLS connection before anything was sent over it. */

/** Of this program: the other end went away in the handshake. */
export const HANDSHAKE_RESET = "TLS_HANDSHAKE_RESET";
export const WRONG_HOST = "ERR_TLS_CERT_ALTNAME_INVALID";

/** A certificate that is refused now will be refused at the next attempt. */
export const isCertificateFault = (code: string | undefined) =>
  code !== undefined && (code === WRONG_HOST || /^CERT_|SELF_SIGNED|^UNABLE_TO_/.test(code));
