import { noticeLimits } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import { sql } from 'kysely'
import { readOutcomes } from '../../../operations/answers/read-outcomes.ts'
import type { Request } from '../../../platform/auth/request.ts'
import { isUserOpen, parseUser, userAsJson } from '../../../platform/auth/user.ts'
import { hasLostDatabase } from '../../../platform/db/has-lost-database.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { writeSystemMail } from '../../../runtime/mail/system/write-system-mail.ts'
import { stateOfTask, writeAnswerToken } from '../../../runtime/notices/answer-token.ts'
import { fillNoticeMail, type MailedNotice } from '../../../runtime/notices/fill-notice-mail.ts'
import { type FoundNotice, joinedThing, noticeColumns, presentNotice } from '../../../runtime/notices/read-notices.ts'
import { isVisible } from '../../../runtime/notices/visible.ts'
import { readPeople } from '../../../runtime/rights/people.ts'
import { jobActor, jobRequest } from '../../job-actor.ts'
import type { ClaimedJob } from '../../leases.ts'
import type { MailLinks } from '../../work/services.ts'
import { restUntil } from '../count-failure.ts'
import type { JobContext, JobFailure, JobHandler } from '../job-handler.ts'

/**
 * Sends the mail of one notification, or of all notifications of a day. The text is created when the mail is sent: it
 * leaves out notifications that the user may no longer see, that are out of date, or that the user no longer wants by
 * mail. If nothing is left, no mail is sent.
 */
export const noticeMail: JobHandler = {
  run: async (context, job) => {
    const found = await findNotices(context, job)
    if (found === null) return 'gone'
    const to = found.request?.user.email ?? null
    if (found.notices.length > 0 && to !== null) {
      const mail = await write(context, job, found)
      try {
        await context.services.mail(
          {
            ...{ service: 'mail', template: null, from: null, isHtmlForeign: false, cc: [], bcc: [], ...mail },
            to: [to],
            headers: { 'Auto-Submitted': 'auto-generated' },
          },
          job.id,
        )
      } catch (error) {
        if (!(error instanceof OutgoingFailure)) throw error
        await countFailure(context, job, { message: error.message, isFinal: error.isFinal, detail: null })
        return 'failed'
      }
    }
    await end(context, job, null)
    return 'done'
  },
  fail: countFailure,
}

interface Found {
  /** In the name of whom it is for; null where nobody is there. */
  readonly request: Request | null
  readonly language: string | null
  readonly timeZone: string
  readonly hasAnswers: boolean
  readonly notices: readonly FoundNotice[]
  readonly total: number
  /** Whether there are more than were counted. */
  readonly isMore: boolean
  readonly isDigest: boolean
  readonly at: Date
}

/** Null when this worker has the job no more, or nobody is there to get it. */
async function findNotices({ runtime }: JobContext, job: ClaimedJob): Promise<Found | null> {
  const { workplaceId, id, workerId } = job
  return runtime.db.read({ workplaceId }, async (tx) => {
    const [place] = await runSql<Place>(
      tx,
      sql`select ${sql.raw(userAsJson)}::text as person, ${sql.raw(isUserOpen)} as is_open, p.language, s.time_zone, s.has_answers, s.by_mail, j.created_at
        from job j cross join lateral (select user_id from notice n where n.workplace_id = j.workplace_id and n.mail_id = j.id limit 1) n
        join app_user u on u.workplace_id = j.workplace_id and u.id = n.user_id
        left join user_profile p on p.workplace_id = u.workplace_id and p.user_id = u.id
        left join notice_setting s on s.workplace_id = u.workplace_id and s.user_id = u.id
        where j.workplace_id = ${workplaceId}::uuid and j.id = ${id}::uuid and j.locked_by = ${workerId} and j.retries > 0`,
    )
    if (place === undefined) {
      const [held] = await runSql<object>(
        tx,
        sql`select from job where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid and locked_by = ${workerId}`,
      )
      return held === undefined ? null : { ...nobody, at: runtime.clock() }
    }
    const mailed = sql`notice n join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id
      where n.workplace_id = ${workplaceId}::uuid and n.mail_id = ${id}::uuid and n.kind = any(${[...(place.by_mail ?? [])]}::text[])`
    const newest = sql`order by n.created_at desc, n.id desc`
    // Looked for from the newest on until there are enough; only the newest are counted, since of thousands each would be
    // asked for whether it still has something to say.
    const some = sql`(select n.* from ${mailed} and ${isVisible} ${newest} limit ${noticeLimits.mailed}) n`
    const counted = sql`(select ${isVisible} as is_visible from ${mailed} ${newest} limit ${noticeLimits.lookedForMail + 1}) n`
    const [notices, [count]] = place.is_open
      ? [
          await runSql<FoundNotice>(
            tx,
            sql`select ${noticeColumns} from ${some} join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id ${joinedThing} ${newest}`,
          ),
          await runSql<{ total: number; is_more: boolean }>(
            tx,
            sql`select count(*) filter (where is_visible)::int as total, count(*) > ${noticeLimits.lookedForMail} as is_more from ${counted}`,
          ),
        ]
      : [[], []]
    return {
      request: jobRequest(job, parseUser(place.person)),
      language: place.language,
      timeZone: place.time_zone ?? 'UTC',
      hasAnswers: place.has_answers ?? true,
      notices,
      total: Math.max(notices.length, Math.min(count?.total ?? 0, noticeLimits.lookedForMail)),
      isMore: count?.is_more ?? false,
      isDigest: !notices.some((notice) => notice.id === id),
      at: place.created_at,
    }
  })
}

interface Place {
  readonly person: string
  readonly is_open: boolean
  readonly language: string | null
  readonly time_zone: string | null
  readonly has_answers: boolean | null
  readonly by_mail: readonly string[] | null
  readonly created_at: Date
}

const nobody = {
  request: null,
  ...{ language: null, timeZone: 'UTC', hasAnswers: false, notices: [], total: 0, isMore: false, isDigest: false },
} satisfies Omit<Found, 'at'>

async function write(
  { runtime, services }: JobContext,
  { workplaceId }: ClaimedJob,
  { request, language, timeZone, hasAnswers, notices, total, isMore, isDigest, at }: Found,
) {
  const { links = noLinks } = services
  const people = await runtime.db.read({ workplaceId }, (tx) =>
    readPeople(
      tx,
      workplaceId,
      notices.map(({ told_by }) => told_by),
    ),
  )
  // The same for every try of the mail.
  const answersUntil = new Date(at.getTime() + noticeLimits.answerDays * 86_400_000)
  const mailed: MailedNotice[] = []
  for (const row of notices) {
    const notice = presentNotice(row, people)
    const answers = hasAnswers && row.kind !== 'mentioned' ? await findAnswers(row) : null
    const dueAt = row.task_due_at?.toISOString() ?? null
    mailed.push({ notice, process: row.process_name, instanceId: row.instance_id, dueAt, answers })
  }
  const occasion = {
    ...{ texts: mailTextsOf(language), publicUrl: links.publicUrl(), timeZone, isDigest, total, isMore, answersUntil },
    ...{ firstName: request?.user.firstName ?? null, lastName: request?.user.lastName ?? null },
  }
  const order = { ...fillNoticeMail(mailed, occasion), language, warn: services.warn }
  return writeSystemMail(runtime, workplaceId, order)

  async function findAnswers({ id: noticeId, task_id }: FoundNotice): Promise<MailedNotice['answers']> {
    if (request === null || task_id === null || links.secret === null) return null
    const read = await readOutcomes(runtime, request, { id: task_id, timeZone }).catch((error: unknown) => {
      // What cannot be read can still be opened: one form is not to keep back a mail about others.
      if (hasLostDatabase(error)) throw error
      return null
    })
    if (read === null || read instanceof Refusal || read.outcomes.length === 0) return null
    const state = stateOfTask(read.task)
    return {
      token: writeAnswerToken(links.secret, { workplaceId, noticeId, expiresAt: answersUntil, state }),
      outcomes: read.outcomes,
    }
  }
}

const noLinks: MailLinks = { publicUrl: () => 'http://localhost', secret: null }

/** Minutes between the tries: the mail server may be away for a night. */
const rests = [1, 2, 5, 15, 30, 60, 120, 240, 480]

/** One try less, and a rest before the next. After the last one the notices say why they were not mailed. */
async function countFailure(context: JobContext, job: ClaimedJob, { message, isFinal }: JobFailure): Promise<void> {
  const { runtime } = context
  const { workplaceId, id, workerId } = job
  if (isFinal) return end(context, job, message)
  const [found] = await runtime.db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'notice_mail_retries',
        text: 'select retries from job where workplace_id = $1 and id = $2 and locked_by = $3',
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const left = Number(found?.[0]?.[0] ?? 0) - 1
  if (left < 1) return end(context, job, message)
  const rest = rests[Math.max(0, rests.length - left)] ?? 480
  await runtime.db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'notice_mail_rest',
        text: `update job set retries = $6, attempts = 0, error = $4, locked_until = $5, locked_by = null where workplace_id = $1 and id = $2 and locked_by = $3`,
        values: [workplaceId, id, workerId, message, restUntil(runtime, rest * 60_000).toISOString(), left],
      },
    ]),
  )
}

async function end({ runtime }: JobContext, job: ClaimedJob, error: string | null): Promise<void> {
  const { workplaceId, id, workerId } = job
  await runtime.db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'notice_mail_end',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update notice n set mailed_at = case when $4::text is null then $5::timestamptz end, mail_error = $4 from ended where n.workplace_id = $1 and n.mail_id = ended.id`,
        values: [workplaceId, id, workerId, error, runtime.clock().toISOString()],
      },
    ]),
  )
}
