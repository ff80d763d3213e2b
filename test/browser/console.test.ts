/** The console as a person uses it: signed in through a link, and with the keyboard. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { LOOKS, violationsIn } from "./browser.ts";
import { COUNT, useConsole } from "./console.ts";

const { service, open, signedIn, made, runOfNewestPrompt, agent_url } = useConsole();

test("a visitor without a key sees what this is and the next command, but no data", async () => {
  const { page } = await open(service.url());
  await page.getByRole("heading", { name: "Parley is running here" }).waitFor();
  expect(await page.textContent("main")).toContain("parley open");
  expect(await violationsIn(page)).toEqual([]);
  const { page: elsewhere } = await open(`${service.url()}/#/run/${made.run}`);
  await elsewhere.getByRole("heading", { name: "Parley is running here" }).waitFor();
});

test("a link signs one browser in, once; the key is in no address and no storage", async () => {
  const { body } = await service.acme("POST", "/v1/console-links");
  const { page } = await open(service.url() + body.path);
  await page.getByRole("heading", { name: "Runs and agents" }).waitFor();
  expect(page.url()).toBe(`${service.url()}/#/`);
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([{ name: "parley_session", httpOnly: true, sameSite: "Strict" }]);
  expect(
    await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })"),
  ).toBe("{}");
  const { page: again } = await open(service.url() + body.path);
  await again.getByText("this link is not valid any more").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Parley is running here" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Parley is running here" }).waitFor();
});

test("who has a copy of the cookie can make no link with it, and is out when its owner signs out", async () => {
  const { page } = await signedIn("");
  const storageState = await page.context().storageState();
  const { page: thief } = await open(service.url(), { storageState });
  await thief.getByRole("heading", { name: "Runs and agents" }).waitFor();
  const ask = (method: string, path: string) =>
    thief.evaluate<[number, string]>(
      `fetch("${path}", { method: "${method}" }).then(async (answer) => [answer.status, await answer.text()])`,
    );
  expect(await ask("GET", "/v1/agents/101/prompts/versions")).toEqual([
    200,
    expect.stringContaining("one at a time"),
  ]);
  const [status, words] = await ask("POST", "/v1/console-links");
  expect(status, words).toBe(403);
  expect(words).toContain("key");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Parley is running here" }).waitFor();
  expect((await ask("GET", "/v1/agents/101/prompts/versions"))[0]).toBe(401);
  expect((await ask("GET", "/console/events"))[0]).toBe(401);
  await thief.reload();
  await thief.getByRole("heading", { name: "Parley is running here" }).waitFor();
});

test("another organization sees nothing", async () => {
  const { page } = await signedIn(`run/${made.run}`, {}, service.rival);
  await page.getByRole("alert").getByText("not found").waitFor();
  for (const screen of [
    `call/${made.call_id}`,
    `conversation/${made.results[0]}`,
    "agent/101",
    "prompts/101",
  ]) {
    await page.evaluate(`location.hash = "#/${screen}"`);
    await page.getByRole("alert").getByText("not found").first().waitFor();
  }
  await page.evaluate(`location.hash = "#/live"`);
  await page.getByRole("heading", { name: "No conversation is running" }).waitFor();
  expect(await page.textContent("main")).not.toContain("Books a check-up");
});

const screens = () =>
  [
    ["", "Runs and agents"],
    [`run/${made.run}`, "failed"],
    [`conversation/${made.results[0]}`, ""],
    [`call/${made.call_id}`, "Call"],
    [`compare/${made.run}/${made.run}`, "Run"],
    ["agent/101", "Front desk"],
    ["calls/101", "1 call"],
    ["prompts/101", "Prompts"],
    ["knowledge-bases/101", "Knowledge bases"],
    ["connect/101", "Connect"],
    ["live", "No conversation is running"],
    [`simulation/${made.simulation_id}`, "Smoke"],
    ["search?q=check-up", "Search"],
  ] as const;

test.each(LOOKS)("every screen is accessible, %s", async (_, looks) => {
  const { page } = await signedIn("", looks);
  for (const [screen, heading] of screens()) {
    await page.evaluate(`location.hash = "#/${screen}"`);
    await page.locator("h1", { hasText: heading }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await violationsIn(page), screen).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen).toBe(true);
    expect(await page.locator(".command code").count(), screen).toBeGreaterThan(0);
  }
});

test("the reference of the API looks like the console, and is accessible", async () => {
  const { page } = await open(`${service.url()}/docs`);
  await page.locator("section.panel").first().waitFor();
  // All sections are alike, and there are over a hundred.
  await page.evaluate(
    "[...document.querySelectorAll('section.panel')].slice(12).forEach((one) => one.remove())",
  );
  expect(await violationsIn(page)).toEqual([]);
});

test("clicking the evidence of a verdict seeks the recording to that turn", async () => {
  const { page } = await signedIn(`call/${made.call_id}`);
  const evidence = page.locator(".verdict.failed .place");
  await evidence.waitFor();
  await expect.poll(() => page.evaluate("document.querySelector('audio').readyState")).toBeGreaterThan(0);
  await evidence.click();
  const guilty = page.locator(".turn.guilty");
  await expect.poll(() => guilty.getAttribute("aria-current")).toBe("true");
  const { body } = await service.acme("GET", `/v1/retrieve-call-log/${made.call_id}`);
  const index = Number((await guilty.getAttribute("id"))?.replace("turn-", ""));
  const { start_offset_ms } = body.call_log.transcript[index];
  const seconds = await page.evaluate<number>("document.querySelector('audio').currentTime");
  expect(Math.abs(seconds * 1000 - start_offset_ms)).toBeLessThanOrEqual(50);
  // Arrow keys move from there, and space plays.
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  await expect
    .poll(async () =>
      Math.abs(
        (await page.evaluate<number>("document.querySelector('audio').currentTime")) * 1000 -
          start_offset_ms +
          1000,
      ),
    )
    .toBeLessThanOrEqual(50);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play" }).waitFor();
});

test("the outline of a recording is drawn on both lanes", async () => {
  const { page } = await signedIn(`call/${made.call_id}`);
  await page.locator("canvas").waitFor();
  const drawn = `(() => {
    const canvas = document.querySelector("canvas");
    const pen = canvas.getContext("2d");
    const [top, lane] = [16, 44];
    const count = (y) => {
      const { data } = pen.getImageData(0, y, canvas.width, lane);
      let coloured = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at] > 200) coloured++;
      return coloured;
    };
    return [count(top), count(top + lane + 6)];
  })()`;
  for (const pixels of await page.evaluate<number[]>(drawn)) expect(pixels).toBeGreaterThan(1500);
});

test("the comparison of two runs shows what changed in the prompts that they tested", async () => {
  const after = await runOfNewestPrompt();
  const { page } = await signedIn(`compare/${made.run}/${after}`);
  await page.getByText(`Run ${made.run} tested version 1, Run ${after} version 2.`).waitFor();
  await page.locator(".diff .added", { hasText: "+Book appointments, one at a time." }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.evaluate(`location.hash = "#/compare/${made.run}/${made.run}"`);
  await page.getByText("Both tested version 1 of the prompt.").waitFor();
});

test("the filters of the calls cover those that are not loaded: the service filters", async () => {
  const { page } = await signedIn("calls/101");
  await page.getByRole("heading", { name: "1 call", exact: true }).waitFor();
  for (let sent = 0; sent < 101; sent++)
    await service.acme("POST", "/v1/evaluate", {
      agent_id: "101",
      start_time_utc: "2026-11-02T09:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript: [{ speaker: "AGENT", utterance: "Hello" }],
      tags: ["later"],
    });
  await page.reload();
  await page.getByRole("heading", { name: "102 calls" }).waitFor();
  await page.getByRole("button", { name: "Failed" }).click();
  await page.getByRole("heading", { name: "1 call found" }).waitFor();
  expect(await page.locator(".rows a").getAttribute("href")).toBe(`#/call/${made.call_id}`);
  await page.getByRole("button", { name: "All" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type(made.call_id.slice(0, 12));
  await page.getByRole("heading", { name: "1 call found" }).waitFor();
  expect(await page.locator(".command code").textContent()).toContain(`--id ${made.call_id.slice(0, 12)}`);
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("Tag").fill("slow");
  await page.getByRole("heading", { name: "1 call found" }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.getByLabel("Tag").fill("");
  await page.getByRole("heading", { name: "102 calls" }).waitFor();
  await page.getByLabel("From").fill("2026-11-02");
  await page.getByRole("heading", { name: "101 calls found" }).waitFor();
});

test("a call and a conversation lead to what they belong to, without a key", async () => {
  const { page } = await signedIn(`call/${made.call_id}`);
  await page.getByRole("link", { name: "Calls of agent 101" }).click();
  await page.getByRole("heading", { name: /^\d+ calls?$/ }).waitFor();
  await page.getByRole("link", { name: "Runs and agents" }).click();
  await page.locator('a[href^="#/run/"]').first().click();
  await page.locator('.rows a[href^="#/conversation/"]').first().click();
  await page.getByRole("link", { name: /^Run \d+$/ }).click();
  await page.getByRole("heading", { name: "Conversations", exact: true }).waitFor();
});

test("a person marks a verdict right or wrong, with a reason that stays", async () => {
  const { page } = await signedIn(`call/${made.call_id}`);
  const verdict = page.locator(".verdict.failed");
  await verdict.getByRole("button", { name: "No" }).click();
  await verdict.getByRole("textbox", { name: "Reason" }).fill("The caller was thinking");
  await page.keyboard.press("Enter");
  await verdict.getByText("marked wrong: The caller was thinking").waitFor();
  const { body } = await service.acme("GET", `/v1/verdict-marks?call_id=${made.call_id}`);
  expect(body.marks).toMatchObject([
    { metric: "No long waits", is_right: false, reason: "The caller was thinking" },
  ]);
  await page.reload();
  await verdict.getByText("marked wrong: The caller was thinking").waitFor();
});

test("a test message shows the agent's answer, or exactly what went wrong", async () => {
  const { page } = await signedIn("connect/101");
  await page.getByRole("textbox").fill("Is anybody there?");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("You said: Is anybody there?").waitFor();
  await service.acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: "http://127.0.0.1:9/" });
  await page.reload();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("ECONNREFUSED").waitFor();
  await service.acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: agent_url() });
});

test("a voice agent is connected to by its WebSocket, and a refusal says what happened", async () => {
  let refuses = false;
  const agent = new WebSocketServer({
    ...{ port: 0, host: "127.0.0.1" },
    verifyClient: (_, answer) => answer(!refuses, 401),
  });
  await once(agent, "listening");
  const address = `127.0.0.1:${(agent.address() as AddressInfo).port}`;
  try {
    const { body } = await service.acme("POST", "/v1/add-agent", {
      ...{ name: "Voice desk", mode: "VOICE", connection_type: "WEBSOCKET" },
      ...{ websocket_url: `ws://${address}/line?token=hidden`, websocket_password: "hidden" },
    });
    const { page } = await signedIn(`connect/${body.id}`);
    await page.getByText(`The service calls the agent at ws://${address}/line.`).waitFor();
    expect(await page.textContent("main")).not.toContain("hidden");
    await page.getByText("parley call <digital-human-id>").waitFor();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("The agent accepted the connection").waitFor();
    refuses = true;
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText(`${address} rejected the call with status 401`).waitFor();
    expect(await page.textContent("main")).not.toContain("accepted");
    expect(await violationsIn(page)).toEqual([]);
  } finally {
    agent.close();
  }
});

test.each([
  [{ mode: "TEXT" }, "It has no http_webhook.", "--set http_webhook=<url>"],
  [{ mode: "VOICE", http_webhook: "http://127.0.0.1:9/" }, "its mode is VOICE", "--set mode=TEXT"],
  [
    { mode: "VOICE", connection_type: "PHONE", phone_number: "+14155550123" },
    "calls agents only over a WebSocket",
    "--set connection_type=WEBSOCKET --set websocket_url=<url>",
  ],
])("an agent with %j cannot be reached, and it says what to set", async (fields, why, set) => {
  const { body } = await service.acme("POST", "/v1/add-agent", { name: "Desk", ...fields });
  const { page } = await signedIn(`connect/${body.id}`);
  await page.getByText(why).waitFor();
  await page.getByText(`parley agents update ${body.id} ${set}`).waitFor();
  expect(await page.getByRole("button", { name: /Send|Connect/ }).count()).toBe(0);
});

test("a person takes over a running conversation and speaks as the agent", async () => {
  const { acme } = service;
  await acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: null });
  const { body: simulations } = await acme("GET", "/v1/get-all-simulations");
  const { body: queued } = await acme("POST", "/v1/queue-http-text-simulation-run", {
    simulation_id: simulations.simulations[0].id,
  });
  const [id] = queued.simulation_result_ids;
  const { page } = await signedIn("live");
  await page.getByRole("heading", { name: `${COUNT} conversations running` }).waitFor();
  await page.evaluate(`location.hash = "#/conversation/${id}"`);
  await page.getByLabel("Take over: answer as the agent").fill("Hello, this is a person.");
  await page.keyboard.press("Control+Enter");
  await page.locator(".turn.agent", { hasText: "Hello, this is a person." }).waitFor();
  await page.getByLabel("Take over: answer as the agent").fill("Goodbye.");
  await page.getByLabel("and end the conversation").check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".judgement .chip", { hasNotText: "Running" }).waitFor();
  await acme("POST", "/v1/end-conversations", { test_result_ids: queued.simulation_result_ids.slice(1) });
  await acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: agent_url() });
});

test("the board shows messages as they are said", async () => {
  const { acme } = service;
  await acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: null });
  const { body: simulations } = await acme("GET", "/v1/get-all-simulations");
  const { body: queued } = await acme("POST", "/v1/queue-http-text-simulation-run", {
    simulation_id: simulations.simulations[0].id,
  });
  const [first] = queued.simulation_result_ids;
  const { page } = await signedIn("live");
  await page.locator(".card").first().waitFor();
  // Its turn is not over, so no answer comes before the board has shown it.
  await acme("POST", "/v1/send-http-text-message", {
    simulation_result_id: first,
    message: "Now on the board",
    end_turn: false,
  });
  await page.getByText("Now on the board").waitFor();
  await acme("POST", "/v1/end-conversations", { test_result_ids: queued.simulation_result_ids });
  await page.getByRole("heading", { name: "No conversation is running" }).waitFor();
  await acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: agent_url() });
});

test("what became of the tables of a world is shown with the conversation", async () => {
  const { body: simulation } = await service.acme("POST", "/v1/create-simulation", {
    agent_id: 101,
    world: {
      tables: { notes: { key: "id", columns: ["id", "text"] } },
      tools: [{ name: "note", steps: 'insert into notes {text: "<b>Jo</b>"}' }],
    },
  });
  const { simulation_id } = simulation;
  await service.acme("POST", "/v1/create-digital-human", {
    simulation_ids: [simulation_id],
    digital_human: { name: "Noted", intent: "Wants a note" },
  });
  const { body: queued } = await service.acme("POST", "/v1/queue-http-text-simulation-run", {
    simulation_id,
    without_webhook: true,
  });
  const [id] = queued.simulation_result_ids;
  const resultNow = async () =>
    (await service.acme("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result;
  await service.acme("POST", "/v1/send-http-text-message", {
    simulation_result_id: id,
    type: "message",
    content: "Hello",
  });
  const { world_path } = await resultNow();
  const noted = await fetch(`${service.url()}${world_path}/tools/note`, { method: "POST", body: "{}" });
  expect(noted.status).toBe(200);
  await service.acme("POST", "/v1/end-conversations", { test_result_ids: [id] });
  await expect.poll(async () => (await resultNow()).evaluation?.end_state).toHaveLength(1);
  const { page } = await signedIn(`conversation/${id}`);
  await page.getByText("What became of the tables").waitFor();
  expect(await page.textContent("main")).toContain('notes: added {"id":1,"text":"<b>Jo</b>"} by tool call 1');
  expect(await violationsIn(page)).toEqual([]);
});
