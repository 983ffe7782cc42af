import type { AnswerOf, draftCalls } from '@millrace/contract'
import { type DataNode, type JsonValues, restrictForm } from '@millrace/forms'
import { sql } from 'kysely'
import { findDraftDocument } from '../../operations/drafts/draft-nodes.ts'
import type { Request } from '../../platform/auth/request.ts'
import { membershipsOf, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { listEntries } from './list-entries.ts'

interface DraftRow {
  readonly id: string
  readonly name: string
  readonly saved_at: Date
  readonly entries: string
  readonly definition_id: string | null
  readonly task_key: string | null
  readonly form_key: string | null
}

/**
 * Returns a draft of the user for reading and copying.
 * @throws Refusal for drafts of others.
 */
export async function readDraft(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof draftCalls.read>> {
  const { workplaceId, id: userId } = request.user
  return runtime.db.read(request, async (tx) => {
    const [row] = !isUuid(id)
      ? []
      : await runSql<DraftRow>(
          tx,
          sql`select id, name, saved_at, entries, definition_id, task_key, form_key from form_draft
            where workplace_id = ${workplaceId} and user_id = ${userId} and id = ${id}::uuid`,
        )
    if (row === undefined)
      throw refuse('thing.not-found', 'Expected one of your drafts, but there is none with this id.')
    const nodes = await findNodes(runtime, tx, request.user, row)
    return {
      id: row.id,
      name: row.name,
      savedAt: row.saved_at.toISOString(),
      ...listEntries(JSON.parse(row.entries) as JsonValues, nodes),
    }
  })
}

/** The fields of its form, as this user may know them; none where the version that it was of no longer exists. */
async function findNodes(
  runtime: Runtime,
  tx: Tx,
  user: Person,
  { definition_id, task_key, form_key }: DraftRow,
): Promise<readonly DataNode[]> {
  const form = { definitionId: definition_id, taskKey: task_key, formKey: form_key }
  const document = await findDraftDocument(runtime, tx, user.workplaceId, form)
  return document === null ? [] : restrictForm(document, membershipsOf(user)).form.data
}
