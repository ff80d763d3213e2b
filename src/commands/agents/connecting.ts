/** A paragraph for the help of the commands that write agents. */
export const CONNECTING =
  "For text runs an agent has mode=TEXT. It is connected by http_webhook, the URL that the digital human's turns are " +
  "POSTed to, signed with http_webhook_key; it answers in the response ({message, tool_calls}) or through " +
  "POST /v1/send-http-text-message. Without http_webhook, `parley sim start --bot-url` or `parley chat` speaks for it. For " +
  "voice runs it has mode=VOICE, connection_type=WEBSOCKET and a websocket_url. Other connections (phone_number, sip_uri, …) are " +
  "stored, and `parley serve` does not dial them.";
