import type { MailListener, QueueListener } from '@millrace/contract'
import type { Occasion } from '../../platform/auth/request.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type AnyWatch, isFolderWatch, type Watch } from './load-watch.ts'
import { type LookResult, lookAtFolder } from './look-at-folder.ts'
import { lookAtMailbox } from './mail/look-at-mailbox.ts'
import { lookAtQueue } from './queue/look-at-queue.ts'

/**
 * Checks a watched folder, a mail inbox or a queue once, and processes what arrived.
 *
 * @throws OutgoingFailure when the check fails as a whole, for example because the server does not answer.
 */
export function look(
  runtime: Runtime,
  watch: AnyWatch,
  by: { readonly occasion: Occasion; readonly holder: string },
): Promise<LookResult> {
  if (isFolderWatch(watch)) return lookAtFolder(runtime, watch, by)
  return isMailWatch(watch) ? lookAtMailbox(runtime, watch, by) : lookAtQueue(runtime, watch, by)
}

function isMailWatch(watch: Watch<MailListener> | Watch<QueueListener>): watch is Watch<MailListener> {
  return watch.settings.kind === 'mail'
}
