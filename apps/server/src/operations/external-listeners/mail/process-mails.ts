import { listenerLimits } from '@millrace/contract'
import type { Occasion } from '../../../platform/auth/request.ts'
import { hasFailed, type Statement } from '../../../platform/db/batch.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import {
  type FoundMail,
  type FoundMails,
  type MailLocation,
  writeLocation,
} from '../../../platform/outgoing/open-mailbox.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { arrivedMail } from '../../../runtime/listeners/mail/arrived-mail.ts'
import { readMailInThread } from '../../../runtime/listeners/mail/mail-reader.ts'
import type { MailReading } from '../../../runtime/listeners/mail/read-mail.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { deliver } from '../deliver.ts'
import { logActor } from '../look-at-folder.ts'
import { noteStatement } from '../note-delivery.ts'
import { acceptName, acceptStatement, failStatement } from '../process-file.ts'
import { describeUnexpected, noteUnexpected } from '../unexpected-error.ts'
import { type ClaimedMail, claimMail } from './claim-mail.ts'
import type { InboxWatch } from './inbox-watch.ts'

/** The mails of one folder that are processed now. */
export interface MailBatch {
  readonly folder: string
  /** Claimed mails of the folder, which are processed first. */
  readonly claimed: readonly ClaimedMail[]
  /** Whether other mails of the folder are processed, too. */
  readonly takesNew: boolean
  readonly occasion: Occasion
}

/** A mail whose processing has ended, before it is moved away. */
interface Ended {
  readonly uid: number
  readonly isFailed: boolean
  /** It was processed by an earlier look. */
  readonly isKnown?: boolean
  /** Returns the statement that notes the end after the mail was moved; null: it is noted already. */
  readonly note: ((location: string | null) => Statement) | null
}

/**
 * Processes mails of a folder: each is claimed, starts its process or sends its message, and is moved or marked after that
 * commit. If a server stops in between, the next check continues with its claims. A mail that was processed and not moved is
 * moved by the next check.
 *
 * A mail whose processing ends with an unexpected error keeps its claim for some more looks, and counts as failed then.
 *
 * @returns `fault` describes the unexpected error of a mail that is tried again.
 * @throws OutgoingFailure where mails cannot be read or moved: their claims stay.
 */
export async function processMails(
  runtime: Runtime,
  watch: InboxWatch,
  { folder, claimed, takesNew, occasion }: MailBatch,
): Promise<{ readonly handled: number; readonly waiting: number; readonly fault: string | null }> {
  const { settings, reached, workplaceId } = watch
  const { end, doneFolder, failedFolder, from, subject } = settings
  const found = await runtime.lookUps.useMailbox(reached, (mailbox) =>
    mailbox.read({
      folder,
      first: claimed.map(({ location }) => location),
      match: takesNew ? { from, subject, isUnread: end === 'mark' } : null,
      needs: end === 'move' ? [doneFolder, failedFolder] : [],
      ...{ maxMails: listenerLimits.mails, maxBytes: listenerLimits.mailBytes, maxAllBytes: listenerLimits.mailBytes },
    }),
  )
  await noteLost(runtime, workplaceId, { claimed, found })
  const ended: Ended[] = []
  let fault: string | null = null
  for (const mail of found.mails) {
    const location = { folder, uidValidity: found.uidValidity, uid: mail.uid }
    const known = claimed.find((one) => writeLocation(one.location) === writeLocation(location))
    const end = await processMail(runtime, watch, { mail, location, known, occasion })
    if (end instanceof Retried) fault ??= end.message
    else ended.push(end)
  }
  await clearAway(runtime, watch, { folder, uidValidity: found.uidValidity, ended })
  // Mails that a server does not move, although it says so, are no reason to look again at once.
  return { handled: ended.filter((one) => one.isKnown !== true).length, waiting: found.waiting, fault }
}

/** Notes claimed mails that do not exist any more, or that have other numbers by now and are found again as new ones. */
async function noteLost(
  { db }: Runtime,
  workplaceId: string,
  { claimed, found }: { readonly claimed: readonly ClaimedMail[]; readonly found: FoundMails },
): Promise<void> {
  const lost = claimed.filter(
    ({ location }) => location.uidValidity !== found.uidValidity || found.missing.includes(location.uid),
  )
  if (lost.length === 0) return
  await db.withTransaction(logActor(workplaceId), (tx) =>
    tx.commit(
      lost.map(({ id, location: { folder } }) =>
        failStatement(workplaceId, id, {
          fault: `Expected the email in the folder “${folder}”, but it is not there any more, or the server has numbered its emails anew. Look for it in the folder for failed emails, and move it back.`,
          ms: 0,
          location: null,
        }),
      ),
    ),
  )
}

/** A mail that is tried again after an unexpected error. */
class Retried {
  readonly message: string

  constructor(error: unknown) {
    this.message = `${describeUnexpected(error)} The email is tried again.`
  }
}

interface Processing {
  readonly mail: FoundMail
  readonly location: MailLocation
  readonly known: ClaimedMail | undefined
  readonly occasion: Occasion
}

async function processMail(
  runtime: Runtime,
  watch: InboxWatch,
  { mail: { uid, size, source }, location, known, occasion }: Processing,
): Promise<Ended | Retried> {
  const { workplaceId } = watch
  const startedAt = performance.now()
  const reading =
    source === null ? tooLarge(size) : await readMailInThread(runtime, workplaceId, source).catch(asUnexpected)
  const mail = reading.ok ? reading.mail : null
  const claim =
    known === undefined
      ? await claimMail(runtime, watch, { location, size, mail })
      : ({ is: 'mine', id: known.id } as const)
  if (claim.is === 'known') return { uid, isFailed: false, isKnown: true, note: null }
  if (claim.is === 'repeated') return { uid, isFailed: false, note: () => noteStatement(claim.noted) }
  const { id } = claim
  const outcome = isUnexpected(reading)
    ? reading
    : await deliverMail(runtime, watch, { id, reading, source, occasion, startedAt }).catch(asUnexpected)
  const fault = isUnexpected(outcome) ? await noteUnexpected(runtime, { workplaceId, id }, outcome.unexpected) : outcome
  if (isUnexpected(outcome) && fault === null) return new Retried(outcome.unexpected)
  const ms = Math.round(performance.now() - startedAt)
  return {
    uid,
    isFailed: fault !== null,
    note: fault === null ? null : (place) => failStatement(workplaceId, id, { fault, ms, location: place }),
  }
}

interface Unexpected {
  readonly ok: false
  readonly unexpected: unknown
}

/** @throws OutgoingFailure as it is: the whole mailbox has failed. */
function asUnexpected(error: unknown): Unexpected {
  if (error instanceof OutgoingFailure) throw error
  return { ok: false, unexpected: error }
}

function isUnexpected(value: object | string | null): value is Unexpected {
  return typeof value === 'object' && value !== null && 'unexpected' in value
}

function tooLarge(size: number): MailReading {
  return {
    ok: false,
    message: `Expected an email of at most ${listenerLimits.mailBytes} bytes, but it has ${size}.`,
  }
}

interface Delivering {
  /** Of the delivery. */
  readonly id: string
  readonly reading: MailReading
  readonly source: Uint8Array | null
  readonly occasion: Occasion
  readonly startedAt: number
}

/** @returns why the mail was not processed; null if it was. */
async function deliverMail(
  runtime: Runtime,
  { settings: { target }, workplaceId, id: listenerId }: InboxWatch,
  { id, reading, source, occasion, startedAt }: Delivering,
): Promise<string | null> {
  if (!reading.ok || source === null) return reading.ok ? null : reading.message
  const { db, clock } = runtime
  try {
    const done = await deliver(
      { db, clock, runtime },
      {
        listener: { id: listenerId, workplaceId },
        target,
        arrived: arrivedMail(reading.mail, source),
        occasion,
        note: (reached) => [
          acceptStatement(workplaceId, id, { ...reached, ms: Math.round(performance.now() - startedAt) }),
        ],
      },
    )
    return done instanceof Refusal ? done.message : null
  } catch (error) {
    // Another server has processed it meanwhile, which thought that this one had ended.
    if (hasFailed(error, acceptName)) return null
    throw error
  }
}

interface Clearing {
  readonly folder: string
  readonly uidValidity: string
  readonly ended: readonly Ended[]
}

/** Moves or marks mails, and notes those ends that are not part of a commit of their own. */
async function clearAway(
  { lookUps, db }: Runtime,
  { settings, reached, workplaceId }: InboxWatch,
  { folder, uidValidity, ended }: Clearing,
): Promise<void> {
  if (ended.length === 0) return
  const { end, doneFolder, failedFolder } = settings
  const groupOf = (isFailed: boolean) => ({
    folder,
    uidValidity,
    uids: ended.filter((one) => one.isFailed === isFailed).map(({ uid }) => uid),
  })
  const stays = end === 'mark' || folder === failedFolder
  const moved = await lookUps.useMailbox(reached, async (mailbox) => {
    if (end === 'mark') {
      await mailbox.mark(groupOf(false), ['\\Seen'])
      await mailbox.mark(groupOf(true), ['\\Seen', '\\Flagged'])
    } else if (folder !== doneFolder) await mailbox.move(groupOf(false), doneFolder)
    return stays ? null : mailbox.move(groupOf(true), failedFolder)
  })
  const locationOf = (uid: number): string | null => {
    const location = moved === null ? { folder, uidValidity, uid } : moved.get(uid)
    return location === undefined ? null : writeLocation(location)
  }
  const notes = ended.flatMap(({ uid, note }) => (note === null ? [] : [note(locationOf(uid))]))
  if (notes.length > 0) await db.withTransaction(logActor(workplaceId), (tx) => tx.commit(notes))
}
