import type { SystemMail } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import { fillAlertMail } from '../../incidents/alert-body.ts'
import { fillSilenceMail } from '../../incidents/silence-body.ts'
import { fillNoticeMail, type MailedNotice } from '../../notices/fill-notice-mail.ts'
import { fillEmergencyMail } from './fill-emergency-mail.ts'
import { fillFactorMail } from './fill-factor-mail.ts'
import { fillFormMail } from './fill-form-mail.ts'
import { fillPasswordMail } from './fill-password-mail.ts'
import type { Filling } from './filling.ts'

/**
 * Returns sample values for trying a system template.
 *
 * @param options.isSparse leaves out everything that a mail may lack, such as the actor, a first name or a process.
 */
export function sampleFilling(
  mail: SystemMail,
  { publicUrl, now, isSparse = false }: { readonly publicUrl: string; readonly now: Date; readonly isSparse?: boolean },
): Filling {
  const texts = mailTextsOf(null)
  const later = new Date(now.getTime() + 86_400_000)
  if (mail === 'formLink' || mail === 'savedForm') {
    const way = `${publicUrl}/standalone/external/process/sample?link=sample&a=1`
    return fillFormMail(
      { name: 'Travel request', way, until: isSparse && mail === 'formLink' ? null : later.toISOString() },
      texts,
    )
  }
  if (mail === 'invitation' || mail === 'passwordReset') {
    const user = { username: 'ann', firstName: isSparse ? null : 'Ann', lastName: isSparse ? null : 'Miller' }
    return fillPasswordMail({ user, link: `${publicUrl}/password#sample`, until: later.toISOString() }, texts)
  }
  if (mail === 'emergencySignIn') {
    const receiver = { firstName: isSparse ? null : 'Ann', lastName: isSparse ? null : 'Miller' }
    const address = isSparse ? null : '192.0.2.7'
    const link = `${publicUrl}/usersgroups/users`
    return fillEmergencyMail({ receiver, by: 'admin', at: now.toISOString(), address, link }, texts)
  }
  if (mail === 'secondFactorChanged') {
    const owner = { username: 'ann', firstName: isSparse ? null : 'Ann', lastName: isSparse ? null : 'Miller' }
    return fillFactorMail({ owner, change: { kind: 'added', name: 'Phone' } }, texts)
  }
  if (mail === 'incidentAlert') {
    const other = { ...sampleCause, process: 'Travel request', element: 'Book' }
    const causes = isSparse ? [sampleCause] : [sampleCause, other]
    const times = { from: now.toISOString(), until: later.toISOString() }
    return fillAlertMail({ ...times, total: causes.length * 3, causes, furtherCauses: 0 }, publicUrl, texts)
  }
  if (mail === 'silentListeners') {
    const listener = { id: sampleId, name: 'Orders', system: 'Shop', acceptedAt: now.toISOString() }
    const listeners = isSparse ? [listener] : [listener, { ...listener, name: 'Prices' }]
    return fillSilenceMail({ kind: 'silence', listeners }, publicUrl, texts)
  }
  const due = mail === 'overdue' ? new Date(now.getTime() - 3_600_000) : later
  const occasion = {
    ...{ texts, publicUrl, timeZone: 'UTC', total: 2, isMore: false, answersUntil: later },
    ...{ firstName: isSparse ? null : 'Ann', lastName: isSparse ? null : 'Miller' },
  }
  const [assigned, mentioned] = [sampleNotice('assigned', later, isSparse), sampleNotice('mentioned', later, isSparse)]
  if (mail === 'digest') return fillNoticeMail([assigned, mentioned], { ...occasion, isDigest: true }).filling
  return fillNoticeMail([sampleNotice(mail, due, isSparse)], { ...occasion, isDigest: false }).filling
}

/** What sparse ones lack is what mails of such a thing can lack. */
function sampleNotice(
  mail: Exclude<
    SystemMail,
    | ('digest' | 'formLink' | 'savedForm' | 'invitation' | 'passwordReset')
    | ('emergencySignIn' | 'incidentAlert' | 'silentListeners' | 'secondFactorChanged')
  >,
  due: Date,
  isSparse: boolean,
): MailedNotice {
  const outcome = mail === 'completed' || mail === 'cancelled' || mail === 'failed' ? mail : null
  const isOfTask = outcome === null
  const hasDate = mail === 'dueSoon' || mail === 'overdue'
  return {
    notice: {
      ...{ id: sampleId, kind: outcome === null ? (mail as 'assigned') : 'ended', outcome },
      name: isOfTask ? 'Check the invoice' : 'Purchase',
      title: isSparse ? null : 'Purchase of a pump',
      thing: isOfTask ? { kind: 'task', id: sampleId, place: 'assigned' } : { kind: 'instance', id: sampleId },
      by: isSparse && mail !== 'mentioned' ? null : { username: 'olga', displayName: 'Olga Berg' },
      dueAt: hasDate ? due.toISOString() : null,
      text: mail === 'mentioned' ? 'Can you have a look at this?' : null,
      ...{ createdAt: due.toISOString(), isRead: false, mailError: null },
    },
    process: isSparse ? null : 'Purchase',
    instanceId: isSparse ? null : sampleId,
    dueAt: isOfTask && (hasDate || !isSparse) ? due.toISOString() : null,
    answers:
      isSparse || !['assigned', 'dueSoon', 'overdue'].includes(mail)
        ? null
        : {
            token: 'sample',
            outcomes: [
              { id: 'choice:yes', label: 'Approve' },
              { id: 'choice:no', label: 'Reject' },
            ],
          },
  }
}

const sampleCause = {
  ...{ id: '00000000-0000-4000-8000-000000000000', process: 'Purchase', element: null, kind: 'failedJob' },
  ...{ message: 'The server did not answer.', count: 3, lastAt: '2026-01-01T00:00:00Z' },
}

/** An id that belongs to nothing: links in test mails lead nowhere. */
const sampleId = '00000000-0000-4000-8000-000000000000'
