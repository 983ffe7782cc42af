import type { NoticeRow } from '@millrace/contract'
import { noticeList } from '@millrace/contract/lists/notices'
import { sql } from 'kysely'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { type FoundNotice, joinedThing, noticeColumns, presentNotice } from '../../runtime/notices/read-notices.ts'
import { isVisible } from '../../runtime/notices/visible.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** The list of the user's notifications, without those that no longer apply. */
export const notices: ListSource<typeof noticeList, FoundNotice, NoticeRow> = defineSource({
  list: noticeList,
  columns: noticeColumns,
  from: () => sql`notice n join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id ${joinedThing}`,
  where: ({ user }) => [
    sql`n.workplace_id = ${user.workplaceId}`,
    sql`n.user_id = ${user.id}`,
    sql`u.workplace_id = ${user.workplaceId}`,
    sql`n.is_shown`,
    isVisible,
  ],
  keys: { created: { sql: sql`n.created_at`, type: 'instant' } },
  id: { sql: sql`n.id`, type: 'id' },
  filters: { isRead: sql`n.is_read`, kind: sql`n.kind`, created: sql`n.created_at` },
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ told_by }) => told_by),
    )
    return rows.map((row) => presentNotice(row, people))
  },
})
