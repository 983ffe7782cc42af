import '../../lib/page-texts.ts'
import { type AnswerOf, api } from '@millrace/contract'
import { addressOfNotice, describeNotice } from '../../components/notice/notice-texts.ts'
import { call } from '../../lib/api/call.ts'
import { quietly } from '../../lib/api/quietly.ts'
import { t } from '../../lib/i18n.ts'

/** Of those that come together; the bell has the rest. */
const most = 3

/** What came before the window was opened the user finds at the bell. */
let shownUntil = new Date().toISOString()

/**
 * Shows what the user was told since it was shown last, as notifications of the browser. Whoever looks at the window sees
 * it at the bell.
 */
export async function showNewNotices(open: (address: string) => void): Promise<void> {
  const { items } = await listUnread()
  const fresh = items.filter(({ createdAt }) => createdAt > shownUntil)
  shownUntil = items[0] === undefined || items[0].createdAt < shownUntil ? shownUntil : items[0].createdAt
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

/** It is no sign that somebody is at work. */
function listUnread(): Promise<AnswerOf<typeof api.notices.list>> {
  return new Promise((resolve, reject) => {
    quietly(() => {
      call(api.notices.list, { query: { isRead: 'false', size: most } }).then(resolve, reject)
    })
  })
}
