/** An agent behind a webhook that confirms whatever it is asked. It ends the conversation, unless called with "stays". */
import { createServer } from "node:http";

const ANSWER = JSON.stringify({
  message: "Your order is cancelled. It is confirmed.",
  ...(process.argv[2] !== "stays" && { end_conversation: true }),
});

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(ANSWER);
  });
}).listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/` })}\n`),
);
