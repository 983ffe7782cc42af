import type { NoticeRow } from '@millrace/contract'
import { paths } from '../../config/paths.ts'
import { presentDateTime } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'

/** Describes a notification as text. */
export function describeNotice({ kind, by, dueAt, outcome }: NoticeRow, t: Translate): string {
  const name = by?.displayName
  const when = dueAt === null ? '' : presentDateTime(dueAt)
  switch (kind) {
    case 'assigned':
      return name === undefined ? t('noticeText.assigned') : t('noticeText.assignedBy', { by: name })
    case 'dueSoon':
      return t('noticeText.dueSoon', { when })
    case 'overdue':
      return t('noticeText.overdue', { when })
    case 'mentioned':
      return t('noticeText.mentioned', { by: name ?? '' })
    case 'ended':
      if (outcome === 'cancelled' && name !== undefined) return t('noticeText.cancelledBy', { by: name })
      return t(`noticeText.${outcome ?? 'completed'}`)
  }
}

/** Returns the address that a notification opens. */
export function addressOfNotice({ kind, thing }: NoticeRow): string {
  if (thing.kind === 'task') return paths.task(thing.place, thing.id)
  return kind === 'mentioned' ? paths.instance(thing.id, 'comments') : paths.instance(thing.id)
}
