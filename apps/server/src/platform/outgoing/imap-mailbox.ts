import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow'
import type { FoundMail, FoundMails, MailGroup, MailLocation, MailQuery, OpenMailbox } from './open-mailbox.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

interface Session {
  /** The host, as it was entered. */
  readonly host: string
  readonly change: { isStarted: boolean }
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** Calls a function with the mailbox of a signed-in client. */
export function openImapMailbox(client: ImapFlow, session: Session): OpenMailbox {
  const { host, change } = session
  const startedAt = performance.now()

  /** The library has no code for a folder that does not exist which all servers lead to. */
  const inFolder = async <T>(folder: string, work: () => Promise<T>): Promise<Exclude<T, false>> => {
    const done = await work().catch((error: unknown) => {
      if (client.usable) throw noFolder(host, folder)
      throw error
    })
    if (done === false) throw noFolder(host, folder)
    return done as Exclude<T, false>
  }

  const select = (folder: string, { readOnly }: { readonly readOnly: boolean }) =>
    inFolder(folder, () => client.mailboxOpen(folder, { readOnly }))

  const selectGroup = async ({ folder, uidValidity }: MailGroup) => {
    const selected = await select(folder, { readOnly: false })
    if (selected.uidValidity.toString() !== uidValidity)
      throw new OutgoingFailure(
        `Expected the mails of the folder “${folder}” of ${host}, but the server has numbered them anew.`,
      )
    change.isStarted = true
  }

  const needFolders = async (folders: readonly string[]) => {
    if (folders.length === 0) return
    // Without one of these, moving deletes all mails that somebody has marked as deleted.
    if (!client.capabilities.has('MOVE') && !client.capabilities.has('UIDPLUS') && !client.enabled.has('IMAP4REV2'))
      throw new OutgoingFailure(
        `Expected ${host} to move single mails (MOVE or UIDPLUS), but it cannot. Choose to mark emails as read instead.`,
      )
    for (const folder of new Set(folders)) await inFolder(folder, () => client.status(folder, { uidNext: true }))
  }

  /** Reads one mail. A server may send any number of others, which are dropped: they would fill the memory. */
  const fetchRow = async (
    uid: number,
    query: FetchQueryObject,
    isWhole: (row: FetchMessageObject) => boolean,
  ): Promise<FetchMessageObject | null> => {
    let first: FetchMessageObject | null = null
    for await (const row of client.fetch(String(uid), query, { uid: true })) {
      if (row.uid !== uid) continue
      if (isWhole(row)) return row
      first ??= row
    }
    return first
  }

  const fetch = async (uid: number, maxBytes: number): Promise<FoundMail | null> => {
    const about = await fetchRow(uid, { uid: true, size: true }, (row) => row.size !== undefined)
    if (about === null) return null
    const size = about.size ?? 0
    if (size > maxBytes) return { uid, size, source: null }
    // The server may state another size.
    const query = { source: { maxLength: maxBytes + 1 } }
    const source = (await fetchRow(uid, query, (row) => row.source !== undefined))?.source
    if (source === undefined) return null
    return { uid, size: source.length, source: source.length > maxBytes ? null : source }
  }

  return {
    read: async (query: MailQuery): Promise<FoundMails> => {
      await needFolders(query.needs)
      const { uidValidity } = await select(query.folder, { readOnly: true })
      const uids = await listUids(client, query, { host, uidValidity: uidValidity.toString() })
      const mails: FoundMail[] = []
      const missing: number[] = []
      let bytes = 0
      let taken = 0
      for (const uid of uids) {
        // What is here is processed before the time is over.
        const isLate = mails.length > 0 && performance.now() - startedAt > session.timeoutMs / 2
        if (mails.length >= query.maxMails || bytes > query.maxAllBytes || isLate) break
        const mail = await fetch(uid, query.maxBytes)
        taken += 1
        if (mail === null) {
          missing.push(uid)
          continue
        }
        mails.push(mail)
        bytes += mail.source?.length ?? 0
      }
      return { uidValidity: uidValidity.toString(), mails, missing, waiting: uids.length - taken }
    },
    move: async (mails, folder) => {
      if (mails.uids.length === 0) return new Map()
      await selectGroup(mails)
      const moved = await client.messageMove(mails.uids.join(','), folder, { uid: true })
      if (!moved) throw new OutgoingFailure(`Expected ${host} to move mails to the folder “${folder}”, but it refuses.`)
      const { uidValidity, uidMap } = moved
      if (uidValidity === undefined || uidMap === undefined) return new Map()
      return new Map(
        [...uidMap].map(([before, uid]): [number, MailLocation] => [
          before,
          { folder, uidValidity: uidValidity.toString(), uid },
        ]),
      )
    },
    mark: async (mails, flags) => {
      if (mails.uids.length === 0) return
      await selectGroup(mails)
      if (!(await client.messageFlagsAdd(mails.uids.join(','), [...flags], { uid: true })))
        throw new OutgoingFailure(`Expected ${host} to mark mails of the folder “${mails.folder}”, but it refuses.`)
    },
  }
}

/** The numbers of the mails of a query, those to be read first at the beginning, the others by age. */
async function listUids(
  client: ImapFlow,
  { folder, first, match }: MailQuery,
  { host, uidValidity }: { readonly host: string; readonly uidValidity: string },
): Promise<readonly number[]> {
  const known = first.filter((one) => one.uidValidity === uidValidity).map(({ uid }) => uid)
  if (match === null) return known
  const { from, subject, isUnread } = match
  const search = {
    ...(from !== '' && { from }),
    ...(subject !== '' && { subject }),
    ...(isUnread && { seen: false }),
  }
  const found = await client.search(Object.keys(search).length === 0 ? { all: true } : search, { uid: true })
  if (!Array.isArray(found))
    throw new OutgoingFailure(`Expected ${host} to search the folder “${folder}”, but it refuses.`)
  const isKnown = new Set(known)
  return [...known, ...found.filter((uid) => !isKnown.has(uid)).sort((one, other) => one - other)]
}

function noFolder(host: string, folder: string): OutgoingFailure {
  return new OutgoingFailure(
    `Expected a folder “${folder}” in the mailbox at ${host}, but it does not exist. Create it, or enter another one.`,
  )
}
