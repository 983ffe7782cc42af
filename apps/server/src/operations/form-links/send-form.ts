import { randomInt } from 'node:crypto'
import type { FormSubmission } from '@millrace/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { countTry } from '../../platform/auth/count-try.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { refuseUnoffered } from '../../runtime/look-ups/field-look-up.ts'
import { checkRiddle } from '../captcha/house-captcha.ts'
import type { OperationContext } from '../operation-context.ts'
import { readStartForm } from '../processes/read-start-form.ts'
import { notStarted } from '../processes/start-process.ts'
import { type FormLink, findFormLink, guestOf, workplaceOfLink } from './form-link.ts'
import { linkIsUsed, noSuchLink, refuseLink } from './policy.ts'

/** A form that somebody without an account has filled in. */
export interface SentForm {
  readonly token: string
  /** Whoever sends it comes from there. */
  readonly address: string
  readonly cause: string
  /** Made by the page. The same form again has come once. */
  readonly visit: string
  readonly captcha: string | null
  readonly submission: FormSubmission
}

export interface Receipt {
  /** By which its sender asks how it goes. */
  readonly receipt: string
  /** Seven letters and digits. */
  readonly reference: string
}

/** What riddles of the house are signed with. */
interface Captchas {
  readonly secret: string
}

/** In a minute, from one address. */
const mostForms = 20

/** Starts the process of a public link. @returns what the sender asks about it by. */
export async function sendForm(
  context: OperationContext & Captchas,
  sent: SentForm,
): Promise<Receipt | Refusal | TooMany> {
  const { db, clock } = context
  const { token, visit } = sent
  const workplaceId = workplaceOfLink(token)
  if (workplaceId === null) return noSuchLink()
  const counted = await countTry(context, `form ${sent.address}`, mostForms)
  if (isTooMany(counted)) return counted
  const { link, before } = await db.read({ workplaceId }, async (tx) => ({
    link: await findFormLink(tx, token),
    before: await findReceipt(tx, workplaceId, visit),
  }))
  if (before !== null && link !== null) return toReceipt(token, visit, before)
  const refusal = refuseLink(link, clock())
  if (link === null || refusal !== null) return refusal ?? noSuchLink()
  const unsolved = link.has_captcha ? await checkRiddle(context, { workplaceId, response: sent.captcha ?? '' }) : null
  if (unsolved !== null) return unsolved
  return start(context, link, sent)
}

async function start(
  { db, runtime, clock }: OperationContext,
  link: FormLink,
  sent: SentForm,
): Promise<Receipt | Refusal> {
  const { workplace_id: workplaceId } = link
  const guest = guestOf(link, sent.cause)
  const row = { id: link.definition_id, key: link.process_key, tenant_id: link.tenant_id }
  const given = { kind: 'form', submission: sent.submission } as const
  const read = await db.read({ workplaceId }, (tx) =>
    readStartForm(runtime, tx, { user: guest, row, given, businessKey: null }),
  )
  if (read instanceof Refusal) return read
  const unoffered = await refuseUnoffered(runtime, workplaceId, read.claims)
  if (unoffered !== null) return unoffered
  const reference = createReference()
  // Whoever calls names the reference, and finds it as the business key where the form gives none.
  const command = { ...read.command, businessKey: read.command.businessKey ?? reference }
  const { instanceId } = command
  const receipt = receiptStatements(link, { visit: sent.visit, instanceId, reference, at: clock().toISOString() })
  try {
    const answer = await executeStart(runtime, actorOf(guest), { command, extra: [...read.extra, ...receipt] })
    return answer.ok ? toReceipt(sent.token, sent.visit, reference) : notStarted(answer)
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    if (taken === 'form_receipt_once') return linkIsUsed()
    if (taken !== 'form_receipt_pkey') throw error
    // The same form came twice at once: it is answered as the other one was.
    const other = await db.read({ workplaceId }, (tx) => findReceipt(tx, workplaceId, sent.visit))
    return other === null ? linkIsUsed() : toReceipt(sent.token, sent.visit, other)
  }
}

function receiptStatements(
  { workplace_id, id, is_once }: FormLink,
  { visit, instanceId, reference, at }: { visit: string; instanceId: string; reference: string; at: string },
): Statement[] {
  return [
    {
      name: 'form_receipt_add',
      text: `insert into form_receipt (workplace_id, id, link_id, once_of, instance_id, reference, sent_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [workplace_id, visit, id, is_once ? id : null, instanceId, reference, at],
    },
    {
      name: 'form_link_used',
      text: 'update form_link set uses = uses + 1, used_at = $3 where workplace_id = $1 and id = $2',
      values: [workplace_id, id, at],
    },
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

/** It names the workplace, as the link does. */
function toReceipt(token: string, visit: string, reference: string): Receipt {
  return { receipt: `${token.split('.')[0]}.${visit}`, reference }
}

/** Without what people take for something else. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function createReference(): string {
  return Array.from({ length: 7 }, () => letters[randomInt(letters.length)]).join('')
}
