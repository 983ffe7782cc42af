import type { NoticeKind, NoticeSettings } from '@millrace/contract'
import { noticeKinds } from '@millrace/contract/lists/notices'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** The default: all notifications in the product, none by mail. */
const unsaid: NoticeSettings = {
  inProduct: [...noticeKinds],
  byMail: [],
  rhythm: 'once',
  hour: 8,
  timeZone: 'UTC',
  hasAnswers: true,
}

export async function getSettings(db: Database, request: Request): Promise<NoticeSettings> {
  const { workplaceId } = request
  const { id } = request.user
  const [row] = await db.read(request, (tx) =>
    tx.query(
      kysely.selectFrom('notice_setting').selectAll().where('workplace_id', '=', workplaceId).where('user_id', '=', id),
    ),
  )
  if (row === undefined) return unsaid
  const { in_product, by_mail, is_daily, hour, time_zone, has_answers } = row
  return {
    inProduct: knownOf(in_product),
    byMail: knownOf(by_mail),
    rhythm: is_daily ? 'daily' : 'once',
    hour,
    timeZone: time_zone,
    hasAnswers: has_answers,
  }
}

function knownOf(names: readonly string[]): NoticeKind[] {
  return noticeKinds.filter((kind) => names.includes(kind))
}
