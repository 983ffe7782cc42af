import type { Attachment } from '@millrace/contract'
import { isWebAddress } from '@millrace/forms'
import { sql } from 'kysely'
import { noSuchAttachment, refuseReading } from '../../operations/comments/policy.ts'
import type { Subject } from '../../operations/comments/subject.ts'
import { hasRight } from '../../operations/rights.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { StoreName } from '../../platform/files/file-store.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { isWrittenAbout, processKeyOf, taskNameOf } from './about.ts'
import { type Around, findAround } from './around-task.ts'

/** The maximum number of files of each kind; operators find further ones on the page of the instance. */
export const maxFiles = 200

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

/**
 * Lists the attachments of an instance and its tasks, or of a task and earlier steps, newest first; after them the
 * files of forms.
 */
export async function listAttachments(
  runtime: Runtime,
  request: Request,
  of: Subject,
): Promise<Attachment[] | Refusal> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const refusal = await refuseReading(tx, user, of)
    if (refusal !== null) return refusal
    const around = await findAround(runtime, tx, user, of)
    const [attached, ofForms, [process]] = await Promise.all([
      runSql<Row>(
        tx,
        sql`select a.id, coalesce(a.name, f.name) as name, a.description, coalesce(length(a.bytes), f.size) as size, a.url, a.user_id, a.created_at,
            a.task_id, ${taskNameOf('a')} as task_name, null as field
          from task_attachment a left join stored_file f on f.workplace_id = a.workplace_id and f.id = a.file_id
          where a.workplace_id = ${workplaceId} and ${isWrittenAbout('a', around.about)} order by a.created_at desc, a.id desc limit ${maxFiles}`,
      ),
      listFormFiles(tx, user, around),
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
        // What is attached to the instance itself is removed on its own page.
        canDelete:
          row.field === null &&
          (of.by === 'instance' || row.task_id !== null) &&
          (operates || row.user_id === user.username),
      }),
    )
  })
}

async function listFormFiles(tx: Tx, user: Person, around: Around): Promise<Row[]> {
  return runSql<Row>(
    tx,
    sql`select f.id, f.name, null as description, f.size, null as url, f.uploaded_by as user_id, f.uploaded_at as created_at, null as task_id, null as task_name, f.variable as field
      from stored_file f where ${formFilesOf(user, around)} order by f.uploaded_at desc, f.id desc limit ${maxFiles}`,
  )
}

/**
 * Returns the condition for files `f` that forms of the instance contain. They are data of the instance: users who may
 * not see the data only find their own files, and those that a submitted form shows them.
 */
export function formFilesOf({ workplaceId, username }: Person, { instanceId, seesData, shown }: Around): Sql {
  if (instanceId === null) return sql`false`
  return sql`f.workplace_id = ${workplaceId} and f.instance_id = ${instanceId}::uuid and f.variable is not null
    and (${seesData} or f.uploaded_by = ${username} or f.variable = any(${[...shown]}::text[]))`
}

/** Returns the content of an attachment, or of a form's file that is listed with the attachments, as a stream. */
export async function downloadAttachment(
  runtime: Runtime,
  request: Request,
  { of, id }: { of: Subject; id: string },
): Promise<FileAnswer | Refusal> {
  const { user } = request
  const { workplaceId } = user
  const { db, files } = runtime
  return db.read(request, async (tx) => {
    const refusal = await refuseReading(tx, user, of)
    if (refusal !== null) return refusal
    const found = isUuid(id) ? await findContent(tx, user, await findAround(runtime, tx, user, of), id) : undefined
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

async function findContent(tx: Tx, user: Person, around: Around, id: string): Promise<Content | undefined> {
  const { workplaceId } = user
  const [attached] = await runSql<Content>(
    tx,
    sql`select coalesce(length(a.bytes), f.size) as size, coalesce(a.name, f.name) as name, coalesce(a.type, f.type) as type, a.file_id as "fileId", f.kept_in as "keptIn"
      from task_attachment a left join stored_file f on f.workplace_id = a.workplace_id and f.id = a.file_id
      where a.workplace_id = ${workplaceId} and a.id = ${id}::uuid and ${isWrittenAbout('a', around.about)} and a.url is null`,
  )
  if (attached !== undefined) return attached.size === null ? undefined : attached
  const held = await listFormFiles(tx, user, around)
  if (!held.some((file) => file.id === id)) return undefined
  const [file] = await runSql<Content>(
    tx,
    sql`select size, name, type, id as "fileId", kept_in as "keptIn" from stored_file where workplace_id = ${workplaceId} and id = ${id}::uuid`,
  )
  return file
}
