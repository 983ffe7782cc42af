import type { Occasion } from '../../../platform/auth/request.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { watchOfClaim } from '../load-watch.ts'
import { type LookResult, writeState } from '../look-at-folder.ts'
import { requireEnabled } from '../require-enabled.ts'
import { type ClaimedMail, listClaimedMails } from './claim-mail.ts'
import type { InboxWatch } from './inbox-watch.ts'
import { processMails } from './process-mails.ts'

/**
 * Looks into a mail inbox once, and processes its oldest mails. Claims in other folders, which a replay has left, and at
 * the connection of another environment are processed first.
 *
 * @throws OutgoingFailure where the mailbox cannot be read or changed.
 */
export async function lookAtMailbox(
  runtime: Runtime,
  watch: InboxWatch,
  { occasion, holder }: { readonly occasion: Occasion; readonly holder: string },
): Promise<LookResult> {
  const { settings } = watch
  requireEnabled(watch)
  const claimed = await listClaimedMails(runtime, watch)
  const isHere = ({ location, connectionId }: ClaimedMail) =>
    location.folder === settings.folder && (connectionId === null || connectionId === watch.reached.connectionId)
  const [here, elsewhere] = [claimed.filter(isHere), claimed.filter((one) => !isHere(one))]
  let fault: string | null = null
  for (const mails of Map.groupBy(elsewhere, (one) => `${one.connectionId} ${one.location.folder}`).values()) {
    const [first] = mails
    const there = first && (await watchOfClaim(runtime, watch, first.connectionId))
    if (first === undefined || there == null) continue
    try {
      const { folder } = first.location
      const done = await processMails(runtime, there, { folder, claimed: mails, takesNew: false, occasion })
      fault ??= done.fault
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error
      fault ??= error.message
    }
  }
  const done = await processMails(runtime, watch, { folder: settings.folder, claimed: here, takesNew: true, occasion })
  const { handled, waiting } = done
  fault ??= done.fault
  await writeState(runtime, watch, { holder, at: runtime.clock(), fault, waiting, waitingSince: null, seen: null })
  return { handled, isMore: waiting > 0 && handled > 0 }
}
