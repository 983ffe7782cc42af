import type { NoticeRow, SystemMail } from '@millrace/contract'
import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import { encode } from '../mail/clean-html.ts'
import type { Filling } from '../mail/system/filling.ts'
import { presentInstant } from './present-instant.ts'

/** A notification, and the links to answer it from its mail. */
export interface MailedNotice {
  readonly notice: NoticeRow
  readonly process: string | null
  readonly instanceId: string | null
  /** When the task is due now. */
  readonly dueAt: string | null
  /** The tokens of the links that answer the task; null when it can only be opened. */
  readonly answers: {
    readonly token: string
    readonly outcomes: readonly { id: string; label: string | null }[]
  } | null
}

export interface MailOccasion {
  readonly texts: MailTexts
  /** The address at which browsers reach the product, without a slash at the end. */
  readonly publicUrl: string
  /** The time zone of formatted times. */
  readonly timeZone: string
  /** The first name of the recipient. */
  readonly firstName: string | null
  readonly lastName: string | null
  readonly isDigest: boolean
  /** The number of all notifications, or a lower bound if there are more. */
  readonly total: number
  readonly isMore: boolean
  readonly answersUntil: Date
}

/**
 * Chooses the system template for one or several notifications, and returns its values. HTML in names and comments is
 * inserted as text.
 *
 * @param mailed at least one.
 */
export function fillNoticeMail(
  mailed: readonly MailedNotice[],
  occasion: MailOccasion,
): { readonly mail: SystemMail; readonly filling: Filling } {
  const { texts, publicUrl, firstName, lastName, isDigest, total, isMore } = occasion
  const receiver = {
    greeting: firstName === null ? texts.helloNobody : fillText(texts.hello, { who: firstName }),
    ...{ firstName, lastName, settings: `${publicUrl}/user/profile` },
  }
  const [first] = mailed
  if (isDigest || first === undefined) {
    const countOf = (count: number) => `${count}${isMore ? '+' : ''}`
    const left = total - mailed.length
    const notices = [
      ...mailed.flatMap((one) => writeNotice(one, occasion)),
      ...(left > 0 ? [encode(fillText(texts.more, { count: countOf(left) }))] : []),
      ...writeNote(mailed, occasion),
    ]
    return {
      mail: 'digest',
      filling: { values: { ...receiver, count: countOf(total) }, parts: { notices: toParagraphs(notices) } },
    }
  }
  const { notice, process, instanceId, dueAt } = first
  const { kind, name, title, by, text, outcome } = notice
  return {
    mail: kind === 'ended' ? (outcome ?? 'completed') : kind,
    filling: {
      values: {
        ...{ ...receiver, name, process, comment: text },
        title: title === name ? null : title,
        what: describe(notice, occasion),
        by: by?.displayName ?? null,
        due: dueAt === null ? null : presentInstant(new Date(dueAt), occasion.timeZone),
        link: `${publicUrl}${addressOf(notice)}`,
        instanceLink: instanceId === null ? null : `${publicUrl}/processes/processinstance/${instanceId}/timeline`,
      },
      parts: { answers: toParagraphs([...writeAnswers(first, occasion), ...writeNote(mailed, occasion)]) },
    },
  }
}

function toParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
}

function writeNotice(mailed: MailedNotice, occasion: MailOccasion): string[] {
  const { texts, publicUrl } = occasion
  const { notice } = mailed
  const { name, title, text } = notice
  const about = title === null || title === name ? '' : ` (${encode(title)})`
  const lines = [
    `<strong>${encode(name)}</strong>${about}`,
    encode(describe(notice, occasion)),
    ...(text === null ? [] : [`“${encode(text)}”`]),
    link(`${publicUrl}${addressOf(notice)}`, texts.open),
  ]
  return [lines.join('<br />'), ...writeAnswers(mailed, occasion)]
}

/** Returns the links by which a task is answered. */
function writeAnswers({ answers }: MailedNotice, { texts, publicUrl }: MailOccasion): string[] {
  const ways = (answers?.outcomes ?? []).map(({ id, label }) => {
    const search = new URLSearchParams({ link: answers?.token ?? '', outcome: id })
    return link(`${publicUrl}/standalone/external/task/answer?${search}`, label ?? texts.complete)
  })
  return ways.length === 0 ? [] : [`${encode(texts.answer)} ${ways.join(' · ')}`]
}

/** Returns the note for recipients about links that answer tasks. */
function writeNote(mailed: readonly MailedNotice[], occasion: MailOccasion): string[] {
  if (mailed.every(({ answers }) => answers === null)) return []
  const until = presentInstant(occasion.answersUntil, occasion.timeZone)
  return [encode(fillText(occasion.texts.answerNote, { until }))]
}

function describe({ kind, by, dueAt, outcome }: NoticeRow, occasion: MailOccasion): string {
  const { texts } = occasion
  const values = {
    by: by?.displayName ?? '',
    when: dueAt === null ? '' : presentInstant(new Date(dueAt), occasion.timeZone),
  }
  if (kind === 'assigned') return fillText(by === null ? texts.assigned : texts.assignedBy, values)
  if (kind !== 'ended') return fillText(texts[kind], values)
  return fillText(outcome === 'cancelled' && by !== null ? texts.cancelledBy : texts[outcome ?? 'completed'], values)
}

/** Where the product shows what a notice is about. */
function addressOf({ kind, thing }: NoticeRow): string {
  if (thing.kind === 'task') return `/tasks/viewtask/${thing.place}/${thing.id}`
  return `/processes/processinstance/${thing.id}/${kind === 'mentioned' ? 'comments' : 'timeline'}`
}

function link(address: string, text: string): string {
  return `<a href="${encode(address)}">${encode(text)}</a>`
}
