// Preloaded, it sends what LiveKit's plugins would send to Deepgram and ElevenLabs to the stand-in at SPEECH_GATEWAY.
import net from "node:net";
import tls from "node:tls";

const HOSTS = ["api.deepgram.com", "api.elevenlabs.io"];
const { connect } = tls;
tls.connect = (...given) => {
  const { host, servername } = given[0] ?? {};
  if (!HOSTS.includes(host ?? servername)) return connect(...given);
  const { hostname, port } = new URL(process.env.SPEECH_GATEWAY);
  const socket = net.connect({ host: hostname, port: Number(port) });
  socket.once("connect", () => socket.emit("secureConnect"));
  return Object.assign(socket, { encrypted: true, authorized: true });
};
