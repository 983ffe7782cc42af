import { type DraftEntry, draftLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type DraftKey, findDraft } from '../../runtime/forms/drafts.ts'
import type { OperationContext } from '../operation-context.ts'
import { findDraftDocument, withoutSecrets } from './draft-nodes.ts'
import { type DraftPlace, findDraftKey, refuseAnyDraft } from './draft-place.ts'

export interface Kept {
  readonly revision: number
  readonly savedAt: string
}

/**
 * Stores what a user has entered into a form, valid or not. Only this user can read it. Refuses to overwrite a draft
 * that another window has saved since; of two concurrent saves exactly one is refused, and a window never conflicts
 * with itself. Values of secret fields are not stored.
 */
export async function keepDraft(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { place, entry }: { place: DraftPlace; entry: DraftEntry },
): Promise<Kept | Refusal> {
  const { user } = request
  const refusal = refuseAnyDraft(user, place)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const key = await findDraftKey(tx, user, place)
    if (key instanceof Refusal) return key
    const document = await findDraftDocument(runtime, tx, user.workplaceId, key.form)
    // Here, because nobody can say which they are once that version is gone.
    const values = document === null ? entry.values : withoutSecrets(entry.values, document.data)
    const savedAt = clock().toISOString()
    const revision = await write(tx, { key, place, entry: { ...entry, values }, savedAt })
    return revision === null ? refuseOther(tx, key) : { revision, savedAt }
  })
}

/** Returns the new revision; null where another window has saved since, or there is no room for another draft. */
async function write(
  tx: Tx,
  { key, place, entry, savedAt }: { key: DraftKey; place: DraftPlace; entry: DraftEntry; savedAt: string },
): Promise<number | null> {
  const { workplaceId, userId, kind, subject } = key
  const { values, hash, revision, writer, basis = null } = entry
  const text = `insert into form_draft (workplace_id, user_id, kind, subject, form_hash, entries, file_ids, revision, writer, saved_at,
      basis, definition_id, process_key, tenant_id, task_key, form_key, name, title, process_name)
    select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::uuid[], $8::int + 1, $9, $10::timestamptz, $12, a.* from (${about[kind]}) a
    where exists (select from form_draft where workplace_id = $1 and user_id = $2 and kind = $3 and subject = $4)
      or (select count(*) from form_draft where workplace_id = $1 and user_id = $2) < ${draftLimits.own}
    on conflict (workplace_id, user_id, kind, subject) do update
      set form_hash = $5, entries = $6, file_ids = $7, revision = form_draft.revision + 1, writer = $9, saved_at = $10, basis = $12,
        definition_id = excluded.definition_id, form_key = excluded.form_key, name = excluded.name, title = excluded.title,
        process_name = excluded.process_name
      where form_draft.revision = $8::int or form_draft.writer = $9
    returning revision`
  const given = [
    workplaceId,
    userId,
    kind,
    subject,
    hash,
    JSON.stringify(values),
    listFileIds(values),
    revision,
    writer,
  ]
  const [rows] = await tx.batch([
    { name: `form_draft_keep_${kind}`, text, values: [...given, savedAt, place.id, basis] },
  ])
  const written = rows?.[0]?.[0]
  return written == null ? null : Number(written)
}

/** The name and subject of the draft for lists. They are stored, because the user may lose access to the task. */
const about = {
  task: `select t.definition_id, d.key, d.tenant_id, t.task_key, t.form_key, coalesce(t.name, t.task_key, ''),
      coalesce(t.title, i.title, nullif(trim(i.business_key), '')), coalesce(d.name, d.key, '')
    from task t left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
      left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
    where t.workplace_id = $1 and t.id = $11::uuid`,
  start: `select d.id, d.key, d.tenant_id, null::text, null::text, coalesce(d.name, d.key), null::text, coalesce(d.name, d.key)
    from process_definition d where d.workplace_id = $1 and d.id = $11::uuid`,
} as const satisfies Record<DraftPlace['kind'], string>

async function refuseOther(tx: Tx, key: DraftKey): Promise<Refusal> {
  const other = await findDraft(tx, key)
  if (other === null)
    return refuse(
      'draft.too-many',
      `Expected fewer than ${draftLimits.own} drafts, but you have that many. Delete drafts that you do not need.`,
    )
  return refuse(
    'draft.changed',
    'Expected the draft that this window loaded, but another window has saved it since. Load that draft, or replace it.',
    [
      { where: 'savedAt', message: other.savedAt },
      { where: 'revision', message: String(other.revision) },
    ],
  )
}

/** More files than one form can hold. */
const maxFiles = 1_000

/** Returns ids of uploads that the values may name. Any id: it only keeps the user's own uploads from going. */
function listFileIds(values: unknown): string[] {
  const ids = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || ids.size >= maxFiles) return
    if ('id' in value && 'size' in value && typeof value.id === 'string' && isUuid(value.id)) ids.add(value.id)
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(values)
  return [...ids]
}
