/** The value of the header that sends a name and a password (RFC 7617). */
export const basicAuthorization = (username: string | null, password: string | null): string =>
  `Basic ${Buffer.from(`${username ?? ""}:${password ?? ""}`).toString("base64")}`;
