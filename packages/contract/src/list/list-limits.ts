/** Limits of a page of a list. */
export const listLimits = {
  size: 50,
  maxSize: 100,
  /** A list is counted so far; beyond it there are “more than”. */
  count: 10_000,
  /** The limit of counting for numbers in menus and of instances of a process. */
  total: 1_000,
  /** Characters of a search text, and of one value of a filter. */
  search: 200,
  value: 255,
  /** Characters of a text that a variable is compared with: so many of each are in the index. */
  variableText: 100,
  /** Variables that a list shows as columns. */
  variables: 10,
  /** Characters of their values that a row has. */
  shownVariable: 200,
  /** Values of one filter. */
  values: 50,
  /** The maximum number of values of a filter that accepts a pasted list. */
  pasted: 100,
  /** Keys that one order has. */
  sorts: 3,
  /** The maximum length of a mark. */
  cursor: 4_000,
  exportRows: 100_000,
} as const
