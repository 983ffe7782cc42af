import '../../lib/page-texts.ts'
import { type AnswerOf, api } from '@millrace/contract'
import { addressOfNotice, describeNotice } from '../../components/notice/notice-texts.ts'
import { call } from '../../lib/api/call.ts'
import { quietly } from '../../lib/api/quietly.ts'
import { t } from '../../lib/i18n.ts'

/** The maximum number of notifications that are shown at the same time. */
const most = 3

/** When the newest came that need not be shown any more, by the clock of the server; null where it is not known. */
let shownUntil: Promise<string | null> = Promise.resolve(null)

/** Starts showing new notifications of the browser. Earlier notifications are only at the bell. */
export function beginShowing(): void {
  shownUntil = listNotices({ size: 1 }).then(
    ({ items }) => items[0]?.createdAt ?? '',
    () => null,
  )
}

/** Shows new notifications as notifications of the browser. While the window is visible, they are only at the bell. */
export async function showNewNotices(open: (address: string) => void): Promise<void> {
  const until = await shownUntil
  const { items } = await listNotices({ isRead: 'false', size: most })
  const [newest = ''] = items.map(({ createdAt }) => createdAt)
  shownUntil = Promise.resolve(until === null || newest > until ? newest : until)
  if (until === null) return
  const fresh = items.filter(({ createdAt }) => createdAt > until)
  if (document.hasFocus()) return
  for (const notice of fresh.toReversed()) {
    const shown = new Notification(notice.name, { body: describeNotice(notice, t), tag: notice.id })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      open(addressOfNotice(notice))
    })
  }
}

/** Lists new notifications. The request does not count as activity of the user. */
function listNotices(query: { isRead?: 'false'; size: number }): Promise<AnswerOf<typeof api.notices.list>> {
  return new Promise((resolve, reject) => {
    quietly(() => {
      call(api.notices.list, { query }).then(resolve, reject)
    })
  })
}
