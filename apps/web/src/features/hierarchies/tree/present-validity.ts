import type { HierarchyNode } from '@millrace/contract'
import { presentDay } from '../../../lib/dates.ts'
import type { Translate } from '../../../lib/i18n.ts'

/** Presents the start or end of the validity of a position. Null when the position has no dates that matter now. */
export function presentValidity(
  { validFrom, validUntil }: Pick<HierarchyNode, 'validFrom' | 'validUntil'>,
  now: Date,
  t: Translate,
): string | null {
  const today = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
  if (validUntil !== null && validUntil < today) return t('positions.ended', { day: presentDay(validUntil) })
  if (validFrom !== null && validFrom > today) return t('positions.from', { day: presentDay(validFrom) })
  return validUntil === null ? null : t('positions.until', { day: presentDay(validUntil) })
}

const pad = (number: number) => String(number).padStart(2, '0')
