import type { MailListener } from '@millrace/contract'
import type { Watch } from '../load-watch.ts'

/** A mail inbox as its job needs it. */
export type InboxWatch = Watch<MailListener>
