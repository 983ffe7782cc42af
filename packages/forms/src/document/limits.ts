/** Limits of a form document. Larger documents are refused before they cost time. */
export const documentLimits = {
  /** Characters of the JSON text. */
  characters: 2_000_000,
  nodes: 2_000,
  depth: 12,
  options: 2_000,
  locales: 40,
  translations: 20_000,
  submitActions: 10,
  takenFrom: 100,
  /** Characters of a label, help text or message; static text may be ten times as long. */
  text: 2_000,
  expression: 4_000,
  /** Characters of a picture in the document. */
  picture: 300_000,
  key: 255,
  /** Roles and groups in one access rule. */
  names: 50,
} as const

/** Limits of the data of a submission. */
export const valueLimits = {
  /** Characters of one text without a maximum length of its own. */
  text: 100_000,
  files: 100,
  /** Rows of values that a user adds by name. */
  rows: 100,
  /** Rows of one list. */
  listRows: 1_000,
  /** Values of one form, over all rows of all lists. */
  values: 50_000,
} as const
