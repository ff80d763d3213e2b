// Individual parts of undici. Its index also loads fetch, web sockets, caches and mocks, which takes three times as long.
declare module "undici/lib/core/connect.js" {
  export { buildConnector as default } from "undici";
}
declare module "undici/lib/dispatcher/client.js" {
  export { Client as default } from "undici";
}
