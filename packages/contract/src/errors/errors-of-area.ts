/** Errors by their codes: the HTTP status, and what each means. */
export type ErrorsOfArea = Readonly<Record<string, { readonly status: number; readonly means: string }>>
