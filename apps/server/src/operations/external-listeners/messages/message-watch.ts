import type { QueueListener, TopicListener } from '@millrace/contract'
import type { Watch } from '../load-watch.ts'

/** A queue or a topic as its job needs it. */
export type MessageWatch = Watch<QueueListener> | Watch<TopicListener>
