import type { QueueListener } from '@millrace/contract'
import type { Watch } from '../load-watch.ts'

/** A queue that a job reads, with the settings of its listener and its connection. */
export type QueueWatch = Watch<QueueListener>
