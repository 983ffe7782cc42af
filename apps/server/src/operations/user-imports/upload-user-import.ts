import { userImportLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { UploadedFile } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { ReadSheetFile } from '../../runtime/sheets/read-sheet-file.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { guessMapping } from './guess-mapping.ts'
import { refuseUserImport } from './policy.ts'
import { cleanFileName } from './read-row.ts'
import { listProperties } from './user-import.ts'

/**
 * Stores the rows of a file of users, with guessed columns. Replaces an earlier import of the same user that is not
 * running. Refuses with `batch.too-many` while one runs.
 *
 * @returns the id of the import.
 */
export async function uploadUserImport(
  context: FileContext,
  request: Request,
  file: UploadedFile,
): Promise<string | Refusal> {
  const refusal = refuseUserImport(request.user) ?? (await refuseUnclean(context, request, file))
  if (refusal !== null) return refusal
  const { db, clock, runtime } = context
  const { workplaceId, id: userId } = request.user
  const input = { bytes: getBytes(file.content), maxRows: userImportLimits.rows }
  const read: ReadSheetFile = orRefusal(
    await inThread(runtime, { kind: 'readSheetFile', input, owner: workplaceId, time: readTime(runtime) }),
  )
  if (!read.ok) return refuse('file.refused', read.message)
  if (read.rows === 0) return refuse('file.refused', 'Expected users in the file, but it has only the first line.')
  const at = clock().toISOString()
  const id = runtime.newId()
  return db.withTransaction(actorOf(request), async (tx) => {
    // Of two files at once, the second one takes the place of the first.
    await tx.batch([
      {
        name: 'user_import_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace user import ' || $1::text || $2::text, 0))`,
        values: [workplaceId, userId],
      },
    ])
    const [, waiting] = await tx.batch([
      {
        name: 'user_import_forget',
        text: `delete from user_import where workplace_id = $1 and state not in ('checking', 'importing')
          and (user_id = $2 or created_at < $3::timestamptz - make_interval(days => $4))`,
        values: [workplaceId, userId, at, userImportLimits.days],
      },
      {
        name: 'user_import_waiting',
        text: 'select id from user_import where workplace_id = $1 and user_id = $2 limit 1',
        values: [workplaceId, userId],
      },
    ])
    if (waiting?.[0] !== undefined)
      return refuse(
        'batch.too-many',
        'Expected no other running import of yours, but there is one. Wait until it has finished, or cancel it.',
      )
    const mapping = guessMapping(read.heads, await listProperties(tx, workplaceId))
    await tx.batch([
      {
        name: 'user_import_add',
        text: `insert into user_import (workplace_id, id, user_id, file_name, state, heads, mapping, key_field, notes, row_count, created_at)
          values ($1, $2, $3, $4, 'draft', $5, $6, 'username', $7, $8, $9)`,
        values: [
          ...[workplaceId, id, userId, cleanFileName(file.name), [...read.heads], mapping],
          ...[[...read.notes], read.rows, at],
        ],
      },
    ])
    let before = 0
    for (const part of read.parts) {
      await tx.batch([
        {
          name: 'user_import_add_rows',
          text: `insert into user_import_row (workplace_id, import_id, position, line, cells)
            select $1, $2, $3::int + n, (r ->> 'line')::int, array(select jsonb_array_elements_text(r -> 'cells'))
            from jsonb_array_elements($4::jsonb) with ordinality as x (r, n)`,
          values: [workplaceId, id, before, part],
        },
      ])
      before += (JSON.parse(part) as unknown[]).length
    }
    return id
  })
}
