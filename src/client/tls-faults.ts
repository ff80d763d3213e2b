/** Error codes of TLS connections that failed before anything was sent over them. */

/** This program's own code for it: the other end closed the connection during the handshake. */
export const HANDSHAKE_RESET = "TLS_HANDSHAKE_RESET";
export const WRONG_HOST = "ERR_TLS_CERT_ALTNAME_INVALID";

/** A certificate that is refused now will be refused again. */
export const isCertificateFault = (code: string | undefined) =>
  code !== undefined && (code === WRONG_HOST || /^CERT_|SELF_SIGNED|^UNABLE_TO_/.test(code));
