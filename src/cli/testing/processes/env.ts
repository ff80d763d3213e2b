type Environment = Readonly<Record<string, string | undefined>>;

/** Of Parley's own settings, those that have a secret. An agent gets them only if its file says so. */
const SECRET = /^PARLEY_(?:[A-Z]{1,20}_)?API_KEY$|^PARLEY_DATABASE_URL$/;

/** What an agent that Parley starts gets of Parley's environment: everything but Parley's own secrets. */
export const withoutSecrets = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));
