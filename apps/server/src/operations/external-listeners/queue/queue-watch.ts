import type { QueueListener } from '@millrace/contract'
import type { Watch } from '../load-watch.ts'

/** A queue as its job needs it. */
export type QueueWatch = Watch<QueueListener>
