import type { TopicListener } from '@millrace/contract'
import type { Watch } from '../load-watch.ts'

/** A topic as its job needs it. */
export type TopicWatch = Watch<TopicListener>
