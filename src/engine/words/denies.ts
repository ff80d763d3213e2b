/** Words that deny something, in English. */
export const DENIES = /n['’]t\b|\bcannot\b|\bnot\b|\bno\b|\bnone\b|\bneither\b|\bunfortunately\b/i;
