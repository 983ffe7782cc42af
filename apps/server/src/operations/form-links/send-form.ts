import { randomInt } from 'node:crypto'
import type { FormSubmission } from '@millrace/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { countTry } from '../../platform/auth/count-try.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import type { Occasion } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'
import { type Captchas, refuseUnsolved } from '../captcha/refuse-unsolved.ts'
import type { OperationContext } from '../operation-context.ts'
import { readStartForm } from '../processes/read-start-form.ts'
import { notStarted } from '../processes/start-process.ts'
import { completeByLink } from './complete-by-link.ts'
import { type FormLink, findFormLink, guestRequest, workplaceOfLink } from './form-link.ts'
import { linkIsUsed, noSuchLink, refuseLink } from './policy.ts'
import { findSavedForm, type SavedForm, savedIsUsed } from './saved-form.ts'
import { refusePass } from './visit-pass.ts'

/** A form that a person without an account has sent. */
export interface SentForm extends Occasion {
  readonly token: string
  /** The network address of the sender. */
  readonly address: string
  /** An id that the page creates. A form with the same id is accepted once. */
  readonly visit: string
  readonly captcha: string | null
  /** The proof that the captcha was solved for the files of this visit. */
  readonly pass?: string | undefined
  /** The secret that the form was opened with, where it was saved before. */
  readonly saved: string | null
  readonly submission: FormSubmission
}

export interface Receipt {
  /** The token with which the sender can read the state of the form. */
  readonly receipt: string
  /** Seven letters and digits. */
  readonly reference: string
}

/** With the saved form that it comes from. */
type ReadyForm = SentForm & { readonly savedId: string | null }

/** In a minute, from one address. */
const maxForms = 20

/**
 * Starts the process of a public link, or completes its task.
 * @returns the receipt with which the sender queries the state.
 */
export async function sendForm(
  context: OperationContext & Captchas,
  sent: SentForm,
): Promise<Receipt | Refusal | TooMany> {
  const { db, clock } = context
  const { token, visit } = sent
  const workplaceId = workplaceOfLink(token)
  if (workplaceId === null) return noSuchLink()
  const counted = await countTry(context, `form ${networkOf(sent.address)}`, maxForms)
  if (isTooMany(counted)) return counted
  const { link, before } = await db.read({ workplaceId }, async (tx) => ({
    link: await findFormLink(tx, token),
    before: await findReceipt(tx, workplaceId, visit),
  }))
  if (before !== null && link !== null) return toReceipt(token, visit, before)
  const refusal = refuseLink(link, clock())
  if (link === null || refusal !== null) return refusal ?? noSuchLink()
  const saved = await findSaved(context, link, sent)
  if (saved instanceof Refusal) return saved
  const unsolved =
    refusePass(context, { link, visit, pass: sent.pass }) === null
      ? null
      : await refuseUnsolved(context, { workplaceId, response: sent.captcha })
  if (unsolved !== null) return unsolved
  const ready = { ...sent, savedId: saved?.id ?? null }
  return link.task_id === null ? start(context, link, ready) : complete(context, link, link.task_id, ready)
}

/** Returns the saved form that is sent; null where it was never saved. */
async function findSaved(
  { db, clock }: OperationContext,
  link: FormLink,
  { saved }: SentForm,
): Promise<SavedForm | null | Refusal> {
  if (saved === null) return null
  return db.read({ workplaceId: link.workplace_id }, (tx) => findSavedForm(tx, link, { saved, now: clock() }))
}

async function start(
  { db, runtime, clock }: OperationContext,
  link: FormLink,
  sent: ReadyForm,
): Promise<Receipt | Refusal> {
  const { workplace_id: workplaceId } = link
  const guest = guestRequest(link, sent)
  const row = { id: link.definition_id, key: link.process_key, tenant_id: link.tenant_id }
  const given = { kind: 'form', submission: sent.submission } as const
  const read = await db.read({ workplaceId }, (tx) =>
    readStartForm(runtime, tx, { user: guest.user, row, given, businessKey: null }),
  )
  if (read instanceof Refusal) return read
  const unoffered = await refuseUnoffered(runtime, workplaceId, read.claims)
  if (unoffered !== null) return unoffered
  const reference = createReference()
  // Whoever calls names the reference, and finds it as the business key where the form gives none.
  const command = { ...read.command, businessKey: read.command.businessKey ?? reference }
  const { instanceId } = command
  const { visit, savedId } = sent
  const receipt = receiptStatements(link, { visit, instanceId, reference, at: clock().toISOString(), savedId })
  return onceOf({ db, link, sent }, async () => {
    const answer = await executeStart(runtime, actorOf(guest), { command, extra: [...read.extra, ...receipt] })
    return answer.ok ? toReceipt(sent.token, sent.visit, reference) : notStarted(answer)
  })
}

/** Completes the task of a link. Its receipt shows the state of the instance. */
async function complete(
  context: OperationContext,
  link: FormLink,
  taskId: string,
  sent: ReadyForm,
): Promise<Receipt | Refusal> {
  const { db, clock } = context
  const reference = createReference()
  const { visit, savedId, submission } = sent
  const at = clock().toISOString()
  const extra = (instanceId: string) => receiptStatements(link, { visit, instanceId, reference, at, savedId })
  return onceOf({ db, link, sent }, async () => {
    const refusal = await completeByLink(context, guestRequest(link, sent), { taskId, submission, extra })
    return refusal ?? toReceipt(sent.token, visit, reference)
  })
}

/**
 * Does something that leaves a receipt: the same form again is answered as before, and a link for one form takes one.
 */
async function onceOf(
  { db, link, sent }: { db: OperationContext['db']; link: FormLink; sent: ReadyForm },
  work: () => Promise<Receipt | Refusal>,
): Promise<Receipt | Refusal> {
  const { workplace_id: workplaceId } = link
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    if (taken === 'form_receipt_once') return linkIsUsed()
    if (taken === 'form_receipt_saved') return savedIsUsed()
    if (taken !== 'form_receipt_pkey') throw error
    // The same form came twice at once: it is answered as the other one was.
    const other = await db.read({ workplaceId }, (tx) => findReceipt(tx, workplaceId, sent.visit))
    return other === null ? linkIsUsed() : toReceipt(sent.token, sent.visit, other)
  }
}

function receiptStatements(
  { workplace_id, id, is_once }: FormLink,
  {
    visit,
    instanceId,
    reference,
    at,
    savedId,
  }: { visit: string; instanceId: string; reference: string; at: string; savedId: string | null },
): Statement[] {
  return [
    {
      name: 'form_receipt_add',
      text: `insert into form_receipt (workplace_id, id, link_id, once_of, instance_id, reference, sent_at, saved_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [workplace_id, visit, id, is_once ? id : null, instanceId, reference, at, savedId],
    },
    {
      name: 'form_link_used',
      text: 'update form_link set uses = uses + 1, used_at = $3 where workplace_id = $1 and id = $2',
      values: [workplace_id, id, at],
    },
    ...(savedId === null
      ? []
      : [
          {
            name: 'saved_form_sent',
            text: 'update saved_form set used_at = $3, entries = null where workplace_id = $1 and id = $2',
            values: [workplace_id, savedId, at],
          },
        ]),
  ]
}

async function findReceipt(
  tx: Parameters<typeof runSql>[0],
  workplaceId: string,
  visit: string,
): Promise<string | null> {
  const [row] = await runSql<{ reference: string }>(
    tx,
    sql`select reference from form_receipt where workplace_id = ${workplaceId}::uuid and id = ${visit}::uuid`,
  )
  return row?.reference ?? null
}

/** Creates the receipt of a sent form. It names the workplace, as the link does. */
function toReceipt(token: string, visit: string, reference: string): Receipt {
  return { receipt: `${token.split('.')[0]}.${visit}`, reference }
}

/** Without what people take for something else. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function createReference(): string {
  return Array.from({ length: 7 }, () => letters[randomInt(letters.length)]).join('')
}
