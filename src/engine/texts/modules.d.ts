/** The files of `languages/`, by the code of the language. */
declare module "texts:languages" {
  const languages: Readonly<
    Record<import("../../contract/values.ts").LanguageCode, import("./schema.ts").LanguageTexts>
  >;
  export default languages;
}

/** The files of `attacks/`, by category, in the order in which categories take turns. */
declare module "texts:attacks" {
  const attacks: Readonly<Record<import("./schema.ts").Category, readonly import("./schema.ts").Attack[]>>;
  export default attacks;
}

/** The words of policies, by the code of the language. */
declare module "texts:policies" {
  const words: Readonly<
    Record<"en", import("zod").z.output<typeof import("./policy-schema.ts").policyWords>>
  >;
  export default words;
}
