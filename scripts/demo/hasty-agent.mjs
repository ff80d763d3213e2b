// The front desk with a mistake: it books before the caller has agreed. It answers in the response to the webhook.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const SLOT = { day: "tuesday", part_of_day: "morning" };
const BOOKED = {
  message:
    "Clinic front desk, how can I help? I have booked Tuesday at 9:15 with Dr Patel for you. Anything else?",
  tool_calls: [
    { name: "find_slot", parameters: SLOT, output: ["9:15", "10:30"] },
    { name: "book_appointment", parameters: { day: "tuesday", slot: "9:15" }, output: { booked: true } },
  ],
};
const GOODBYE = { message: "Thank you for calling. Goodbye.", end_conversation: true };
const known = new Set();

createServer(async (request, response) => {
  const { simulation_result_id, end_conversation } = await json(request);
  const answer = known.has(simulation_result_id) ? GOODBYE : BOOKED;
  known.add(simulation_result_id);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(end_conversation ? undefined : JSON.stringify(answer));
}).listen(0, "127.0.0.1", function listening() {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
