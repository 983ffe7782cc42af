import type { Attachment } from '@millrace/contract'
import { isWebAddress } from '@millrace/forms'
import { sql } from 'kysely'
import { noSuchAttachment, refuseReading } from '../../operations/comments/policy.ts'
import type { Subject } from '../../operations/comments/subject.ts'
import { can } from '../../operations/instances/policy.ts'
import { hasRight } from '../../operations/rights.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { StoreName } from '../../platform/files/file-store.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { isWrittenAbout, processKeyOf, taskNameOf } from './about.ts'

/** Of each kind: a task with more is read by its instance's operators elsewhere. */
export const mostFiles = 200

interface Row {
  readonly id: string
  readonly name: string | null
  readonly description: string | null
  readonly size: number | null
  readonly url: string | null
  readonly user_id: string | null
  readonly created_at: Date
  readonly task_id: string | null
  readonly task_name: string | null
  readonly field: string | null
}

/** What is attached to a task, or to an instance and its tasks, newest first; after that the files of its forms. */
export async function listAttachments(db: Database, user: User, of: Subject): Promise<Attachment[] | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const refusal = await refuseReading(tx, user, of)
    if (refusal !== null) return refusal
    const [attached, ofForms, [process]] = await Promise.all([
      runSql<Row>(
        tx,
        sql`select a.id, coalesce(a.name, f.name) as name, a.description, coalesce(length(a.bytes), f.size) as size, a.url, a.user_id, a.created_at,
            a.task_id, ${taskNameOf('a')} as task_name, null as field
          from task_attachment a left join stored_file f on f.workplace_id = a.workplace_id and f.id = a.file_id
          where a.workplace_id = ${workplaceId} and ${isWrittenAbout('a', of)} order by a.created_at desc, a.id desc limit ${mostFiles}`,
      ),
      listFormFiles(tx, user, of),
      runSql<{ key: string | null }>(tx, processKeyOf(workplaceId, of)),
    ])
    const rows = [...attached, ...ofForms]
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ user_id }) => user_id),
    )
    const operates = hasRight(user, of.by === 'task' ? 'tasks.operate' : 'instances.operate', process?.key ?? null)
    return rows.map(
      (row): Attachment => ({
        id: row.id,
        name: row.name ?? row.url ?? '',
        description: row.description,
        size: row.size,
        // Older ones may be anything that a program gave.
        url: row.url !== null && isWebAddress(row.url) ? row.url : null,
        by: people.find(row.user_id),
        at: row.created_at.toISOString(),
        task: row.task_id === null ? null : { id: row.task_id, name: row.task_name ?? '' },
        field: row.field,
        canDelete: row.field === null && (operates || row.user_id === user.username),
      }),
    )
  })
}

async function listFormFiles(tx: Tx, user: User, of: Subject): Promise<Row[]> {
  return runSql<Row>(
    tx,
    sql`select f.id, f.name, null as description, f.size, null as url, f.uploaded_by as user_id, f.uploaded_at as created_at, null as task_id, null as task_name, f.variable as field
      from stored_file f where ${await formFilesOf(tx, user, of)} order by f.uploaded_at desc, f.id desc limit ${mostFiles}`,
  )
}

/**
 * Holds for files `f` that forms of the instance hold; of a task, those of its instance. They are data of the instance, so
 * whoever may not see that finds his own alone, and the others where a form shows them.
 */
export async function formFilesOf(tx: Tx, user: User, { by, id }: Subject): Promise<Sql> {
  const { workplaceId, username } = user
  const instanceId = by === 'instance' ? id : await findInstanceOfTask(tx, workplaceId, id)
  if (instanceId === null) return sql`false`
  const seesData = can(user, 'see-data', await readInstanceRights(tx, user, { id: instanceId }))
  return sql`f.workplace_id = ${workplaceId} and f.instance_id = ${instanceId}::uuid and f.variable is not null
    and (${seesData} or f.uploaded_by = ${username})`
}

async function findInstanceOfTask(tx: Tx, workplaceId: string, id: string): Promise<string | null> {
  const [row] = await runSql<{ id: string | null }>(
    tx,
    sql`select instance_id as id from task where workplace_id = ${workplaceId} and id = ${id}::uuid
      union all select instance_id from history_task where workplace_id = ${workplaceId} and id = ${id}::uuid limit 1`,
  )
  return row?.id ?? null
}

/** The content of an attachment, or of a file of a form that is shown with them. It is read as it is sent. */
export async function downloadAttachment(
  { db, files }: Pick<Runtime, 'db' | 'files'>,
  user: User,
  { of, id }: { of: Subject; id: string },
): Promise<FileAnswer | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const refusal = await refuseReading(tx, user, of)
    if (refusal !== null) return refusal
    const found = isUuid(id) ? await findContent(tx, user, of, id) : undefined
    if (found === undefined) return noSuchAttachment()
    const { size, name, type, fileId, keptIn } = found
    const content =
      fileId === null
        ? createStoredContent(db, { table: 'task_attachment', workplaceId, id, size })
        : {
            size,
            tag: fileId,
            open: (from: number, to: number) =>
              files.of(keptIn as StoreName).read({ workplaceId, id: fileId }, from, to),
          }
    return {
      content,
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(type ?? '') ? (type ?? '') : 'application/octet-stream',
      fileName: name ?? 'file',
    }
  })
}

interface Content {
  readonly size: number
  readonly name: string | null
  readonly type: string | null
  readonly fileId: string | null
  readonly keptIn: string | null
}

async function findContent(tx: Tx, user: User, of: Subject, id: string): Promise<Content | undefined> {
  const { workplaceId } = user
  const [attached] = await runSql<Content>(
    tx,
    sql`select coalesce(length(a.bytes), f.size) as size, coalesce(a.name, f.name) as name, coalesce(a.type, f.type) as type, a.file_id as "fileId", f.kept_in as "keptIn"
      from task_attachment a left join stored_file f on f.workplace_id = a.workplace_id and f.id = a.file_id
      where a.workplace_id = ${workplaceId} and a.id = ${id}::uuid and ${isWrittenAbout('a', of)} and a.url is null`,
  )
  if (attached !== undefined) return attached.size === null ? undefined : attached
  const held = await listFormFiles(tx, user, of)
  if (!held.some((file) => file.id === id)) return undefined
  const [file] = await runSql<Content>(
    tx,
    sql`select size, name, type, id as "fileId", kept_in as "keptIn" from stored_file where workplace_id = ${workplaceId} and id = ${id}::uuid`,
  )
  return file
}
