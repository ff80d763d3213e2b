/** An outcome of a conversation in words for people; the API calls an inconclusive one `incompleted`. */
export const outcomeWord = (outcome: unknown) => (outcome === "incompleted" ? "inconclusive" : outcome);
