import { listLimits } from '@millrace/contract'

export interface PageQuery {
  readonly page: number
  readonly size: number
}

/** Where a page lies within the rows that a list can reach. A page behind the last is empty. */
export function rangeOf({ page, size }: PageQuery): { offset: number; limit: number } {
  const offset = Math.min((page - 1) * size, listLimits.total)
  return { offset, limit: Math.min(size, listLimits.total - offset) }
}

/** What a count asks for: one more than a list shows tells whether it goes on. */
export const countLimit = listLimits.total + 1

/**
 * @param count counted up to `countLimit`.
 * @param isCutOff there are more rows than were looked at.
 */
export function presentPage<Item>(
  items: Item[],
  count: number,
  isCutOff = false,
): { items: Item[]; total: number; isTotalCapped: boolean } {
  return { items, total: Math.min(count, listLimits.total), isTotalCapped: isCutOff || count > listLimits.total }
}

/** A pattern for `ilike` that finds the text anywhere. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
