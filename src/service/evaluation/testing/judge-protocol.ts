/** A judge as a model would act: it reads the prompt, not this project's code. */

/** What a prompt requires an answer to repeat. */
export interface Asked {
  nonce: string;
  control_1: boolean;
  control_2: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a judge looks into whatever it is given
  data: any;
}

/** Reads a prompt: the mark around the data, the data, and the two control statements. */
export function readPrompt(system: string, user: string): Asked {
  const [nonce = "", json = ""] = user.split("\n");
  const data = JSON.parse(json);
  const codes = Array.from(system.matchAll(/"code" of the document is "(\w+)"/g), ([, code]) => code);
  return { nonce, control_1: codes[0] === data.code, control_2: codes[1] === data.code, data };
}

/** A complete answer, with fields replaced. */
export function answerTo({ nonce, control_1, control_2, data }: Asked, fields: object): string {
  const [turn] = data.turns ?? [];
  return JSON.stringify({
    nonce,
    control_1,
    control_2,
    evidence: turn ? [{ turn: turn.i, quote: turn.text }] : [],
    reasoning: "as the evidence shows",
    status: "scored",
    value: true,
    ...fields,
  });
}
