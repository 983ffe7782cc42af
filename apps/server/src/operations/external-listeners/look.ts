import type { Occasion } from '../../platform/auth/request.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AnyWatch, Watch } from './load-watch.ts'
import { type LookResult, lookAtFolder } from './look-at-folder.ts'
import type { InboxWatch } from './mail/inbox-watch.ts'
import { lookAtMailbox } from './mail/look-at-mailbox.ts'
import { lookAtQueue } from './queue/look-at-queue.ts'
import type { QueueWatch } from './queue/queue-watch.ts'
import { lookAtTopic } from './topic/look-at-topic.ts'
import type { TopicWatch } from './topic/topic-watch.ts'

/** The server that checks a listener, and the request on whose behalf it does. */
export interface LookBy {
  readonly occasion: Occasion
  readonly holder: string
  /** The share of the partitions of a topic, from 0 on. Other listeners have one share. */
  readonly share: number
}

/**
 * Checks a watched folder, a mail inbox, a queue or a topic once, and processes what arrived.
 *
 * @throws OutgoingFailure when the check fails as a whole, for example because the server does not answer.
 */
export function look(runtime: Runtime, watch: AnyWatch, by: LookBy): Promise<LookResult> {
  switch (watch.settings.kind) {
    case 'folder':
      return lookAtFolder(runtime, watch as Watch, by)
    case 'mail':
      return lookAtMailbox(runtime, watch as InboxWatch, by)
    case 'queue':
      return lookAtQueue(runtime, watch as QueueWatch, by)
    case 'topic':
      return lookAtTopic(runtime, watch as TopicWatch, by)
    default:
      return watch.settings satisfies never
  }
}
