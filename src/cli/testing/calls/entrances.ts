/** The ways in which an agent gets through to its caller by itself. */
import type { DIALLED_CARRIERS } from "../../../contract/values.ts";
import { openDialIn } from "../../listen/dial-in.ts";
import type { AwaitedCall } from "../agent.ts";
import type { Entrance } from "./dialling-agent.ts";

/** The environment variable that tells it where to connect. */
const DIAL_URL = "PARLEY_DIAL_URL";

/** It connects to a WebSocket. */
export async function openSocket(): Promise<Entrance> {
  const door = await openDialIn({ host: "127.0.0.1", port: 0, token: undefined });
  return {
    env: { [DIAL_URL]: `${door.url}?token=${door.token}` },
    to_do: `connect to ${DIAL_URL}`,
    done: `connected to ${DIAL_URL}`,
    async arrival(signal) {
      await door.arrival(signal, undefined);
      return door.inner_url;
    },
    close: () => door.close(),
  };
}

/** What the clients of each company take from the environment. */
const CLIENT_ENV = {
  twilio: (account, key) => ({ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: key }),
  telnyx: (account, key, url) => ({
    TELNYX_ACCOUNT_SID: account,
    // The account in Call Control.
    TELNYX_CONNECTION_ID: account,
    TELNYX_API_KEY: key,
    TELNYX_BASE_URL: `${url}/v2`,
  }),
  plivo: (account, key) => ({ PLIVO_AUTH_ID: account, PLIVO_AUTH_TOKEN: key }),
} satisfies Readonly<
  Record<
    (typeof DIALLED_CARRIERS)[number],
    (account: string, key: string, url: string) => Readonly<Record<string, string>>
  >
>;

/** It creates a call by the API of its telephone company, which this test answers. */
export function createdCall(
  carrier: keyof typeof CLIENT_ENV,
  awaited: AwaitedCall | undefined,
  { url, api_key }: { readonly url: string; readonly api_key: string },
): Entrance {
  if (!awaited) throw new Error("an agent that creates its calls, and no call that it has to create");
  return {
    env: {
      PARLEY_DIAL_NUMBER: awaited.number,
      ...CLIENT_ENV[carrier](awaited.account_sid, api_key, url),
    },
    to_do: "create its call at PARLEY_BASE_URL",
    done: "created its call at PARLEY_BASE_URL",
    arrival: async () => (await awaited.created).url,
    refusal: () => awaited.refusal(),
  };
}
