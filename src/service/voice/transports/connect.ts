import type { LineAddress } from "./address.ts";
import { speakChirp } from "./chirp.ts";
import { openSocket, type SocketOptions } from "./open-socket.ts";
import { streamOf } from "./telephone/carriers.ts";
import { speakMediaStream } from "./telephone/media-stream.ts";
import type { Transport, TransportListener } from "./transport.ts";

/** Connects to an agent. @throws DialFailure */
export const connect = (
  { url, headers, session, telephone }: LineAddress,
  options: Omit<SocketOptions, "headers">,
  listener: TransportListener,
): Promise<Transport> =>
  openSocket(url, { ...options, headers }, (socket) =>
    telephone
      ? speakMediaStream(socket, streamOf(telephone), listener)
      : speakChirp(socket, session, listener),
  );
