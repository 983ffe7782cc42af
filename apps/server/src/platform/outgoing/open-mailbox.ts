/**
 * The location of a mail: a folder of a mailbox, with the numbers that its server assigned (RFC 3501, section 2.3.1.1).
 */
export interface MailLocation {
  readonly folder: string
  /** Other numbers begin with another value. */
  readonly uidValidity: string
  readonly uid: number
}

/** A mail of a folder. */
export interface FoundMail {
  readonly uid: number
  /** The size in bytes, as the mail server reports it. */
  readonly size: number
  /** Null: it is larger than permitted. */
  readonly source: Uint8Array | null
}

export interface FoundMails {
  readonly uidValidity: string
  readonly mails: readonly FoundMail[]
  /** Those of the first that do not exist any more. */
  readonly missing: readonly number[]
  /** The number of matching mails that are left for the next check. */
  readonly waiting: number
}

/** The mails to read. */
export interface MailQuery {
  readonly folder: string
  /** The numbers of mails that are read first, if the folder still has the same numbering and the mails. */
  readonly first: readonly Pick<MailLocation, 'uidValidity' | 'uid'>[]
  /** The conditions for the mails to read; null: the first mails are read. */
  readonly match: { readonly from: string; readonly subject: string; readonly isUnread: boolean } | null
  /** Folders that have to exist. */
  readonly needs: readonly string[]
  /** The limits of one check: mails, bytes of one mail, and bytes after which no further mail is read. */
  readonly maxMails: number
  readonly maxBytes: number
  readonly maxAllBytes: number
}

/** An open mailbox. Reading changes nothing in it. */
export interface OpenMailbox {
  /** Reads the oldest mails of a folder. @throws OutgoingFailure where a folder does not exist. */
  read(query: MailQuery): Promise<FoundMails>
  /**
   * Moves mails to another folder. Mails that do not exist any more are left out.
   *
   * @returns their new locations, as far as the server states them.
   * @throws OutgoingFailure where the folder has other numbers by now, or the server refuses.
   */
  move(mails: MailGroup, folder: string): Promise<ReadonlyMap<number, MailLocation>>
  /** Adds flags to mails. @throws OutgoingFailure as `move` does. */
  mark(mails: MailGroup, flags: readonly string[]): Promise<void>
}

/** Mails of one folder. */
export interface MailGroup extends Pick<MailLocation, 'folder' | 'uidValidity'> {
  readonly uids: readonly number[]
}

/** Returns a location in one line, by the form of RFC 5092: `INBOX;UIDVALIDITY=3;UID=20`. */
export function writeLocation({ folder, uidValidity, uid }: MailLocation): string {
  return `${folder};UIDVALIDITY=${uidValidity};UID=${uid}`
}

/** Parses a text of `writeLocation`; null for another text. */
export function readLocation(text: string): MailLocation | null {
  const at = text.lastIndexOf(';UIDVALIDITY=')
  const [, uidValidity, uid] = /^;UIDVALIDITY=(\d{1,20});UID=(\d{1,10})$/.exec(text.slice(Math.max(0, at))) ?? []
  return at < 1 || uidValidity === undefined || uid === undefined
    ? null
    : { folder: text.slice(0, at), uidValidity, uid: Number(uid) }
}
