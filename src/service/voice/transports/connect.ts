import type { LineAddress } from "./address.ts";
import { speakChirp } from "./chirp.ts";
import { openSocket, type SocketOptions } from "./open-socket.ts";
import type { Transport, TransportListener } from "./transport.ts";
import { speakTwilio } from "./twilio.ts";

/** Connects to an agent. @throws DialFailure */
export const connect = (
  { url, headers, twilio }: LineAddress,
  options: Omit<SocketOptions, "headers">,
  listener: TransportListener,
): Promise<Transport> =>
  openSocket(url, { ...options, headers }, (socket) =>
    twilio ? speakTwilio(socket, twilio, listener) : speakChirp(socket, listener),
  );
