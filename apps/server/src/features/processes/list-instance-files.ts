import type { AnswerOf, processCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { getVisibleInstance } from './get-instance.ts'

/** How many files are listed. */
const maxFiles = 500

interface FileRow {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly variable: string
  readonly uploaded_by: string
  readonly uploaded_at: Date
}

/** Lists the files of the forms of an instance, the newest first, for users who may see its data. */
export async function listInstanceFiles(
  db: Database,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.files>> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    await getVisibleInstance(tx, request.user, id, 'see-data')
    const rows = await runSql<FileRow>(
      tx,
      sql`select id, name, type, size, variable, uploaded_by, uploaded_at from stored_file
        where workplace_id = ${workplaceId} and instance_id = ${id} and variable is not null order by uploaded_at desc, id limit ${maxFiles + 1}`,
    )
    const shown = rows.slice(0, maxFiles)
    const people = await readPeople(
      tx,
      workplaceId,
      shown.map(({ uploaded_by }) => uploaded_by),
    )
    const items = shown.map(({ uploaded_by, uploaded_at, ...file }) => ({
      ...file,
      by: people.find(uploaded_by),
      at: uploaded_at.toISOString(),
    }))
    return { items, isCapped: rows.length > maxFiles }
  })
}
