/** A plugin of Rolldown and Vite. */
export declare function texts(): { readonly name: string };
