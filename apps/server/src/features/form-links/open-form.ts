import type { AnswerOf, openFormCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { type FormLink, findFormLink, guestOf, workplaceOfLink } from '../../operations/form-links/form-link.ts'
import { loadLinkForm } from '../../operations/form-links/load-link-form.ts'
import { noSuchLink, refuseLink } from '../../operations/form-links/policy.ts'
import { findSavedForm } from '../../operations/form-links/saved-form.ts'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import type { CaptchaConfig } from '../../platform/captcha-config.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { answerChoices, prepareChoices } from '../../runtime/forms/choices.ts'
import { getNamingField } from '../../runtime/forms/named.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormInThread } from '../../runtime/threads/fill-form.ts'

interface OpenContext {
  readonly runtime: Runtime
  readonly config: { readonly captcha: CaptchaConfig | null }
}

/** Returns the form of a public link, as people without an account see it. */
export async function openForm(
  { runtime, config: { captcha } }: OpenContext,
  {
    token,
    timeZone,
    saved,
  }: { readonly token: string; readonly timeZone: string; readonly saved?: string | undefined },
): Promise<AnswerOf<typeof openFormCalls.get> | Refusal> {
  const read = await readByLink(runtime, token, async (tx, link) => {
    const before = saved === undefined ? null : await findSavedForm(tx, link, { saved, now: runtime.clock() })
    if (before instanceof Refusal) return before
    const loaded = await loadLinkForm(runtime, tx, link, { user: guestOf(link), timeZone })
    return { link, before, loaded }
  })
  if (read instanceof Refusal) return read
  const { link, before, loaded } = read
  if (loaded === null) return noSuchProcess()
  const { form, occasion, basis } = loaded
  // What was saved is put beside the form, not into it: names of people that it could name are nobody's business.
  const opened = await openFormInThread(runtime, link.workplace_id, form, {
    ...occasion,
    ...(basis === undefined ? {} : { basis }),
    draft: null,
  })
  const draft =
    before === null
      ? null
      : {
          values: before.values,
          hash: before.hash,
          revision: 0,
          savedAt: before.savedAt.toISOString(),
          ...before.basis,
        }
  return {
    name: link.task_name ?? link.process_name ?? link.process_key,
    description: link.task_id === null ? link.description : (link.process_name ?? link.process_key),
    form: { ...opened, draft },
    hasCaptcha: link.has_captcha,
    captchaService: link.has_captcha && captcha !== null ? { kind: captcha.kind, siteKey: captcha.siteKey } : null,
    maySave: link.may_save,
    expiresAt: link.expires_at?.toISOString() ?? null,
  }
}

/**
 * Finds values of data lists and external systems for a field of the form of a public link. Users and groups of the
 * workplace are never listed.
 */
export async function findOpenChoices(
  runtime: Runtime,
  { token, node, q, by }: { readonly token: string; readonly node: string; readonly q: string; readonly by: string },
): Promise<AnswerOf<typeof openFormCalls.findChoices> | Refusal> {
  const prepared = await readByLink(runtime, token, async (tx, link) => {
    const user = guestOf(link)
    const loaded = await loadLinkForm(runtime, tx, link, { user, timeZone: 'UTC' })
    if (loaded === null) return noSuchProcess()
    const field = getNamingField(loaded.form.document, node, [])
    if (field instanceof Refusal) return field
    if (['user', 'group', 'role'].includes(field.type)) return { items: [], isMore: false }
    return prepareChoices(tx, link.workplace_id, field, { q, by })
  })
  return answerChoices(runtime, prepared)
}

/**
 * Returns the state of a submitted public form by its receipt, with the texts of its link. The state says whether the
 * process has ended, and nothing about its data.
 */
export async function getReceipt(
  { db }: Runtime,
  receipt: string,
): Promise<AnswerOf<typeof openFormCalls.getReceipt> | Refusal> {
  const [prefix = '', visit = ''] = receipt.split('.')
  const workplaceId = workplaceOfLink(`${prefix}.${'A'.repeat(43)}`)
  if (workplaceId === null || !isUuid(visit)) return noSuchReceipt()
  const [row] = await db.read({ workplaceId }, (tx) =>
    runSql<Receipt>(
      tx,
      sql`select r.reference, r.sent_at, l.thanks, l.onwards, coalesce((select d.name from process_definition d where d.workplace_id = l.workplace_id
            and d.key = l.process_key and coalesce(d.tenant_id, '') = coalesce(l.tenant_id, '') order by d.version desc limit 1), l.process_key) as name,
          not exists (select from instance i where i.workplace_id = r.workplace_id and i.id = r.instance_id) as is_ended
        from form_receipt r join form_link l on l.workplace_id = r.workplace_id and l.id = r.link_id
        where r.workplace_id = ${workplaceId}::uuid and r.id = ${visit}::uuid
          and exists (select from workplace w where w.workplace_id = r.workplace_id and w.suspended_at is null)`,
    ),
  )
  if (row === undefined) return noSuchReceipt()
  const { reference, name, sent_at, is_ended, thanks, onwards } = row
  return { reference, name, sentAt: sent_at.toISOString(), state: is_ended ? 'ended' : 'open', thanks, onwards }
}

interface Receipt {
  readonly reference: string
  readonly sent_at: Date
  readonly name: string
  readonly is_ended: boolean
  readonly thanks: string | null
  readonly onwards: string | null
}

/** Reads data for a visitor with a valid link. */
export async function readByLink<T>(
  { db, clock }: Runtime,
  token: string,
  work: (tx: Tx, link: FormLink) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const workplaceId = workplaceOfLink(token)
  if (workplaceId === null) return noSuchLink()
  return db.read({ workplaceId }, async (tx): Promise<T | Refusal> => {
    const link = await findFormLink(tx, token)
    const refusal = refuseLink(link, clock())
    return link === null || refusal !== null ? (refusal ?? noSuchLink()) : work(tx, link)
  })
}

function noSuchReceipt(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected the receipt of a form, but this address belongs to none. Check that the address is complete.',
  )
}
