import type { OpenedForm } from '@millrace/contract'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Whose draft, and of what: a task by its id, or the start of a process by its key, whatever its version. */
export interface DraftKey {
  readonly workplaceId: string
  readonly userId: string
  readonly kind: 'task' | 'start'
  readonly subject: string
}

export type Draft = NonNullable<OpenedForm['draft']>

/** What a start form's drafts are kept under: tenants have processes of their own. */
export function startSubject({ key, tenant_id }: { readonly key: string; readonly tenant_id: string | null }): string {
  return tenant_id === null ? key : `${key} of ${tenant_id}`
}

/** What somebody has typed into a form and not sent; null when there is nothing. */
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

/** Lets go of a draft: what it holds has been sent, or is wanted no more. */
export function dropDraftStatement({ workplaceId, userId, kind, subject }: DraftKey): Statement {
  return {
    name: 'form_draft_drop',
    text: 'delete from form_draft where workplace_id = $1 and user_id = $2 and kind = $3 and subject = $4',
    values: [workplaceId, userId, kind, subject],
  }
}
