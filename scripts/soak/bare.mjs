// A server that does nothing but answer. The time that this takes is the machine's.
import http from "node:http";

const server = http.createServer((_, response) => response.end('{"status":"ok"}'));
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
process.on("disconnect", () => process.exit());
