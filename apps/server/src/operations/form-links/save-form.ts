import { formLinkLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { countTry } from '../../platform/auth/count-try.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import type { Occasion } from '../../platform/auth/request.ts'
import { createToken } from '../../platform/auth/token.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type Captchas, refuseUnsolved } from '../captcha/refuse-unsolved.ts'
import type { OperationContext } from '../operation-context.ts'
import { type FormLink, findFormLink, guestRequest, pathOfLink, workplaceOfLink } from './form-link.ts'
import { linkMailStatements } from './link-mail.ts'
import { noSuchLink, refuseLink } from './policy.ts'
import { digestOf, withoutFiles } from './saved-form.ts'

/** A form of a public link to save for later. */
export interface FormToSave extends Occasion {
  readonly token: string
  /** The network address of the sender. */
  readonly address: string
  /** The address at which browsers reach the server. */
  readonly publicUrl: string
  /** The address to which the link to the saved form is mailed. */
  readonly email: string
  readonly values: Readonly<Record<string, unknown>>
  readonly hash: string
  /** Which values the form had; null where it has none of a process. */
  readonly basis: string | null
  /** The secret that the form was opened with, where it was saved before. */
  readonly saved: string | null
  readonly captcha: string | null
}

/** In a minute: from one address, and to one. */
const most = { from: 5, to: 2 } as const

/**
 * Stores the entries of a person without an account under a new secret, and mails it to them. The previous secret is no
 * longer valid. Files are not stored.
 *
 * @returns the time until which they can continue.
 */
export async function saveForm(
  context: OperationContext & Captchas,
  form: FormToSave,
): Promise<{ expiresAt: string } | Refusal | TooMany> {
  const { db, clock, runtime } = context
  const workplaceId = workplaceOfLink(form.token)
  if (workplaceId === null) return noSuchLink()
  for (const [what, times] of [
    [`form saved from ${networkOf(form.address)}`, most.from],
    [`form saved for ${workplaceId} ${form.email.toLowerCase()}`, most.to],
  ] as const) {
    const counted = await countTry(context, what, times)
    if (isTooMany(counted)) return counted
  }
  const now = clock()
  const { link, today } = await db.read({ workplaceId }, async (tx) => {
    const link = await findFormLink(tx, form.token)
    const [row] =
      link === null
        ? []
        : await runSql<{ count: number }>(
            tx,
            sql`select count(*)::int as count from (select from saved_form where workplace_id = ${workplaceId}::uuid and link_id = ${link.id}::uuid
              and saved_at > ${now.toISOString()}::timestamptz - interval '1 day' limit ${formLinkLimits.savedADay}) s`,
          )
    return { link, today: row?.count ?? 0 }
  })
  const refusal = refuseLink(link, now)
  if (link === null || refusal !== null) return refusal ?? noSuchLink()
  if (!link.may_save) return notToSave()
  if (today >= formLinkLimits.savedADay) return tooManySaved()
  const unsolved = link.has_captcha ? await refuseUnsolved(context, { workplaceId, response: form.captcha }) : null
  if (unsolved !== null) return unsolved
  const expiresAt = new Date(
    Math.min(
      now.getTime() + formLinkLimits.savedDays * 86_400_000,
      link.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    ),
  ).toISOString()
  const { text, hash } = createToken(workplaceId)
  const ids = { saved: runtime.newId(), mail: runtime.newId() }
  const way = `${form.publicUrl}${pathOfLink(link, form.token)}&saved=${text}`
  await db.withTransaction(actorOf(guestRequest(link, form)), (tx) =>
    tx.commit([
      ...replaceStatements(link, form.saved, now.toISOString()),
      {
        name: 'saved_form_add',
        text: `insert into saved_form (workplace_id, id, link_id, token_hash, form_hash, entries, saved_at, expires_at, basis)
          values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9)`,
        values: [
          workplaceId,
          ids.saved,
          link.id,
          hash.toString('hex'),
          form.hash,
          JSON.stringify(withoutFiles(form.values)),
          now.toISOString(),
          expiresAt,
          form.basis,
        ],
      },
      // Nothing that somebody typed stands in it.
      ...linkMailStatements(workplaceId, {
        ...{ id: ids.mail, mail: 'savedForm', to: form.email, way, until: expiresAt, at: now.toISOString() },
        name: link.task_name ?? link.process_name ?? link.process_key,
      }),
    ]),
  )
  runtime.announceJobs()
  return { expiresAt }
}

/** Returns the statements that make earlier saved entries of the link invalid. */
function replaceStatements({ workplace_id, id }: FormLink, saved: string | null, at: string): Statement[] {
  const hash = saved === null ? null : digestOf(saved)
  if (hash === null) return []
  return [
    {
      name: 'saved_form_replace',
      text: `update saved_form set used_at = $4, entries = null
        where workplace_id = $1 and link_id = $2 and token_hash = decode($3, 'hex') and used_at is null`,
      values: [workplace_id, id, hash.toString('hex'), at],
    },
  ]
}

function notToSave(): Refusal {
  return refuse(
    'link.invalid',
    'Expected a link whose forms can be saved, but this link does not permit it. Send the form without saving it.',
  )
}

function tooManySaved(): Refusal {
  return refuse(
    'link.invalid',
    'Expected fewer saved forms, but the limit of this link for today is reached. Send the form, or try again tomorrow.',
  )
}
