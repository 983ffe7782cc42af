import type { NoticeRow } from '@millrace/contract'
import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import { encode, toPlainText } from '../mail/clean-html.ts'

/** A notice, and how what it is about can be answered from its mail. */
export interface MailedNotice {
  readonly notice: NoticeRow
  /** What the links carry; null: it can only be opened. */
  readonly answers: {
    readonly token: string
    readonly outcomes: readonly { id: string; label: string | null }[]
  } | null
}

export interface MailOccasion {
  readonly texts: MailTexts
  /** Where browsers reach the product, without a slash at the end. */
  readonly publicUrl: string
  /** In which times are written. */
  readonly timeZone: string
  /** What whoever gets it is called. */
  readonly name: string | null
  readonly isDigest: boolean
  /** How many there are altogether, or at least where there are more. */
  readonly total: number
  readonly isMore: boolean
  readonly answersUntil: Date
}

export interface WrittenMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** The mail that tells one notice, or several. What names and comments bring of HTML is shown as text. */
export function writeMail(mailed: readonly MailedNotice[], occasion: MailOccasion): WrittenMail {
  const { texts, publicUrl, name, isDigest, total, isMore } = occasion
  const countOf = (count: number) => `${count}${isMore ? '+' : ''}`
  const [first] = mailed
  const subject =
    isDigest || first === undefined
      ? fillText(texts.digestSubject, { count: countOf(total) })
      : fillText(texts.subject, { name: first.notice.name, what: describe(first.notice, occasion) })
  const paragraphs = [
    encode(name === null ? texts.helloNobody : fillText(texts.hello, { who: name })),
    ...(isDigest ? [encode(texts.digest)] : []),
    ...mailed.flatMap((one) => writeNotice(one, occasion)),
    ...(total > mailed.length ? [encode(fillText(texts.more, { count: countOf(total - mailed.length) }))] : []),
    ...(mailed.some(({ answers }) => answers !== null)
      ? [encode(fillText(texts.answerNote, { until: presentTime(occasion.answersUntil.toISOString(), occasion) }))]
      : []),
    `${encode(texts.why)} ${link(`${publicUrl}/user/profile`, texts.settings)}`,
  ]
  const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
  return { subject: subject.replaceAll(/\p{Cc}+/gu, ' ').trim(), html, text: toPlainText(html) }
}

function writeNotice({ notice, answers }: MailedNotice, occasion: MailOccasion): string[] {
  const { texts, publicUrl } = occasion
  const { name, title, text } = notice
  const about = title === null || title === name ? '' : ` (${encode(title)})`
  const lines = [
    `<strong>${encode(name)}</strong>${about}<br>${encode(describe(notice, occasion))}`,
    ...(text === null ? [] : [`“${encode(text)}”`]),
    link(`${publicUrl}${addressOf(notice)}`, texts.open),
  ]
  const ways = (answers?.outcomes ?? []).map(({ id, label }) => {
    const search = new URLSearchParams({ link: answers?.token ?? '', outcome: id })
    return link(`${publicUrl}/standalone/external/task/answer?${search}`, label ?? texts.complete)
  })
  return [lines.join('<br>'), ...(ways.length === 0 ? [] : [`${encode(texts.answer)} ${ways.join(' · ')}`])]
}

function describe({ kind, by, dueAt, outcome }: NoticeRow, occasion: MailOccasion): string {
  const { texts } = occasion
  const values = { by: by?.displayName ?? '', when: dueAt === null ? '' : presentTime(dueAt, occasion) }
  if (kind === 'assigned') return fillText(by === null ? texts.assigned : texts.assignedBy, values)
  if (kind !== 'ended') return fillText(texts[kind], values)
  return fillText(outcome === 'cancelled' && by !== null ? texts.cancelledBy : texts[outcome ?? 'completed'], values)
}

/** Where the product shows what a notice is about. */
function addressOf({ kind, thing }: NoticeRow): string {
  if (thing.kind === 'task') return `/tasks/viewtask/${thing.place}/${thing.id}`
  return `/processes/processinstance/${thing.id}/${kind === 'mentioned' ? 'comments' : 'timeline'}`
}

function presentTime(at: string, { timeZone }: MailOccasion): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).format(new Date(at))
  return `${parts.replace(',', '')} (${timeZone})`
}

function link(address: string, text: string): string {
  return `<a href="${encode(address)}">${encode(text)}</a>`
}
