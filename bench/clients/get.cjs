/** The least that a process can do to get one answer over HTTP. */
const { request } = require("node:http");

request(`${process.env.PARLEY_BASE_URL}/v1/all-agents`, (response) => {
  response.on("data", () => undefined);
}).end();
