/** The positions of a column in a line of fixed width, both counted from 1. */
export interface ColumnSpan {
  readonly from: number
  readonly to: number
}

export const spanPattern = /^([1-9]\d{0,4})-([1-9]\d{0,4})$/

/** Parses positions such as 1-10, counted from 1. The text was checked before; an invalid one returns an empty span. */
export function columnSpan(path: string): ColumnSpan {
  const [, from = '1', to = '0'] = spanPattern.exec(path.trim()) ?? []
  return { from: Number(from), to: Number(to) }
}
