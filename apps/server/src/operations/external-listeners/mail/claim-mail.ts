import { externalLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { runSql } from '../../../platform/list/sql.ts'
import { type MailLocation, readLocation, writeLocation } from '../../../platform/outgoing/open-mailbox.ts'
import type { ReadMail } from '../../../runtime/listeners/mail/read-mail.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { isNotedAlready } from '../deliver.ts'
import { logActor } from '../look-at-folder.ts'
import { type NotedDelivery, noteStatement } from '../note-delivery.ts'
import type { InboxWatch } from './inbox-watch.ts'
import { locationKey, senderKey } from './mail-keys.ts'

/** A mail that was claimed and not processed. */
export interface ClaimedMail {
  /** The id of the delivery. */
  readonly id: string
  readonly location: MailLocation
  /** The connection by which the mail was claimed. */
  readonly connectionId: string | null
}

/** A mail before it is claimed. */
export interface UnclaimedMail {
  readonly location: MailLocation
  readonly size: number
  /** Null: it cannot be read. */
  readonly mail: ReadMail | null
}

/**
 * The result of a claim. `known`: this mail was processed before, and is still at its location. `repeated`: a copy of it
 * was processed before.
 */
export type Claim =
  | { readonly is: 'mine'; readonly id: string }
  | { readonly is: 'known' }
  | { readonly is: 'repeated'; readonly noted: NotedDelivery }

/** Lists the mails that were claimed and not processed, the first claimed first. */
export async function listClaimedMails({ db }: Runtime, { id, workplaceId }: InboxWatch): Promise<ClaimedMail[]> {
  const rows = await db.read({ workplaceId }, (tx) =>
    runSql<{ id: string; location: string; connectionId: string | null }>(
      tx,
      sql`select id, location, connection_id as "connectionId" from external_delivery where workplace_id = ${workplaceId} and listener_id = ${id} and outcome = 'claimed'
        and location is not null order by at, id limit ${externalLimits.folderEntries}`,
    ),
  )
  return rows.flatMap((row) => {
    const location = readLocation(row.location)
    return location === null ? [] : [{ ...row, location }]
  })
}

/** Notes that a mail is claimed, before anything happens to it. */
export async function claimMail(runtime: Runtime, watch: InboxWatch, unclaimed: UnclaimedMail): Promise<Claim> {
  const { db, newId } = runtime
  const { workplaceId, id: listenerId } = watch
  const { location, mail } = unclaimed
  const idKey = locationKey(watch, location)
  const known = await db.read({ workplaceId }, (tx) =>
    runSql<{ id: string; outcome: string }>(
      tx,
      sql`select id, outcome from external_delivery where workplace_id = ${workplaceId} and listener_id = ${listenerId}
        and id_key = ${idKey} and outcome in ('claimed', 'accepted')`,
    ),
  )
  const [row] = known
  if (row !== undefined) return row.outcome === 'claimed' ? { is: 'mine', id: row.id } : { is: 'known' }
  const id = newId()
  const noted = {
    ...notedOf(runtime, watch, unclaimed),
    ...{ id, idKey, bodyKey: mail === null ? null : senderKey(watch, mail), outcome: 'claimed' as const },
  }
  try {
    await db.withTransaction(logActor(workplaceId), (tx) => tx.commit([noteStatement(noted)]))
    return { is: 'mine', id }
  } catch (error) {
    if (!isNotedAlready(error)) throw error
    return { is: 'repeated', noted: { ...noted, location: null, idKey: null, bodyKey: null, outcome: 'repeated' } }
  }
}

function notedOf(
  { clock }: Runtime,
  { id: listenerId, workplaceId, reached: { connectionId } }: InboxWatch,
  { location, size, mail }: UnclaimedMail,
) {
  const path = writeLocation(location)
  return {
    ...{ workplaceId, listenerId, at: clock(), ms: 0, bytes: size, path, location: path, connectionId },
    ...{ subject: mail?.subject ?? null, content: mail === null ? null : describeMail(mail) },
    ...{ fault: null, sealed: null, instanceId: null, processKey: null, replay: null },
  }
}

/** Returns the beginning of a mail as text for users. */
function describeMail({ from, to, subject, date, text, attachments }: ReadMail): string {
  const files = attachments.map(({ name, bytes }) => `${name} (${bytes.length} bytes)`).join(', ')
  const lines = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${date ?? ''}`]
  return [...lines, ...(files === '' ? [] : [`Attachments: ${files}`]), '', text].join('\n')
}
