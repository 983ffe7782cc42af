import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The content of a link in a mail that answers a task. The user and task are those of the notification. */
export interface Answering {
  readonly workplaceId: string
  readonly noticeId: string
  readonly expiresAt: Date
  /** The state of the task when the mail was written: `stateOfTask`. */
  readonly state: string
}

/** The facts of a task that must not have changed since its mail was written. */
export interface AnsweredTask {
  readonly id: string
  readonly assignee: string | null
  readonly owner: string | null
  readonly delegation: string | null
  readonly definitionId: string | null
  readonly formKey: string | null
}

const stateBytes = 12

export function stateOfTask({ id, assignee, owner, delegation, definitionId, formKey }: AnsweredTask): string {
  const text = JSON.stringify([id, assignee, owner, delegation, definitionId, formKey])
  return createHash('sha256').update(text).digest().subarray(0, stateBytes).toString('base64url')
}

/**
 * Writes the token of an answer link, signed with a key of its workplace, which is derived from the server's secret. It
 * is the same for each attempt to send a mail.
 */
export function writeAnswerToken(secret: string, { workplaceId, noticeId, expiresAt, state }: Answering): string {
  const seconds = Buffer.alloc(4)
  seconds.writeUInt32BE(Math.floor(expiresAt.getTime() / 1_000))
  const content = Buffer.concat([bytesOf(workplaceId), bytesOf(noticeId), seconds, Buffer.from(state, 'base64url')])
  return `${content.toString('base64url')}.${sign(secret, workplaceId, content).toString('base64url')}`
}

/** Reads the token of an answer link; null for one that this server has not signed. */
export function readAnswerToken(secret: string, text: string): Answering | null {
  const match = /^([\w-]{64})\.([\w-]{43})$/.exec(text)
  if (match?.[1] === undefined || match[2] === undefined) return null
  const content = Buffer.from(match[1], 'base64url')
  const workplaceId = uuidOf(content.subarray(0, 16))
  if (!timingSafeEqual(sign(secret, workplaceId, content), Buffer.from(match[2], 'base64url'))) return null
  return {
    workplaceId,
    noticeId: uuidOf(content.subarray(16, 32)),
    expiresAt: new Date(content.readUInt32BE(32) * 1_000),
    state: content.subarray(36).toString('base64url'),
  }
}

function sign(secret: string, workplaceId: string, content: Buffer): Buffer {
  const key = createHmac('sha256', secret).update(`answers of mails of ${workplaceId}`).digest()
  return createHmac('sha256', key).update(content).digest()
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
