import type { OpenedForm } from '@millrace/contract'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The key of a draft: its user, and a task by its id, or the start of a process by its key for all versions. */
export interface DraftKey {
  readonly workplaceId: string
  readonly userId: string
  readonly kind: 'task' | 'start'
  readonly subject: string
}

export type Draft = NonNullable<OpenedForm['draft']>

/** Returns the subject under which drafts of a start form are stored. Each tenant has its own processes. */
export function startSubject({ key, tenant_id }: { readonly key: string; readonly tenant_id: string | null }): string {
  return tenant_id === null ? key : `${key} of ${tenant_id}`
}

/** Finds the draft of a form; null when there is none. */
export async function findDraft(tx: Tx, { workplaceId, userId, kind, subject }: DraftKey): Promise<Draft | null> {
  const text = `select entries, form_hash, revision, saved_at, basis from form_draft
    where workplace_id = $1 and user_id = $2 and kind = $3 and subject = $4`
  const [rows] = await tx.batch([{ name: 'form_draft_find', text, values: [workplaceId, userId, kind, subject] }])
  const [entries, hash, revision, savedAt, basis] = rows?.[0] ?? []
  if (entries == null || hash == null) return null
  return {
    values: JSON.parse(entries) as Draft['values'],
    hash,
    revision: Number(revision),
    savedAt: new Date(savedAt ?? 0).toISOString(),
    ...(basis == null ? {} : { basis }),
  }
}

/** Returns the statement that deletes a draft, after it was sent or discarded. */
export function dropDraftStatement({ workplaceId, userId, kind, subject }: DraftKey): Statement {
  return {
    name: 'form_draft_drop',
    text: 'delete from form_draft where workplace_id = $1 and user_id = $2 and kind = $3 and subject = $4',
    values: [workplaceId, userId, kind, subject],
  }
}
