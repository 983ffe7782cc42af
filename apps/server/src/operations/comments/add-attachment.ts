import { limits } from '@millrace/contract'
import { isWebAddress } from '@millrace/forms'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAbout } from '../../runtime/execute/change-task.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { refuseComment } from './policy.ts'
import { findPlace, type Subject } from './subject.ts'

export interface NewAttachment {
  readonly of: Subject
  readonly name: string | null
  readonly description: string | null
  readonly type: string | null
  /** The content of a new attachment, or an uploaded file of the user that nothing refers to yet. */
  readonly content: { readonly bytes: Uint8Array } | { readonly url: string | null } | { readonly fileId: string }
}

/** Attaches a file, or a link to one, to a task or an instance. @returns the id of the attachment. */
export async function addAttachment(
  context: FileContext,
  request: Request,
  { of, name, description, type, content }: NewAttachment,
): Promise<string | Refusal> {
  const { user } = request
  const refusal = (await refuseComment(context, request, of)) ?? refuseUrl(content)
  if (refusal !== null) return refusal
  const { db, runtime, clock } = context
  const { workplaceId, username } = user
  const id = runtime.newId()
  const read = await db.read(request, async (tx) => {
    const place = await findPlace(tx, user, of)
    if (place instanceof Refusal) return place
    const file = 'fileId' in content ? await findUpload(tx, user, content.fileId) : null
    return file instanceof Refusal ? file : { place, file }
  })
  if (read instanceof Refusal) return read
  const { place, file } = read
  const unclean =
    'bytes' in content ? await refuseUnclean(context, request, { name: name ?? 'file', content: content.bytes }) : null
  if (unclean !== null) return unclean
  const taskId = of.by === 'task' ? of.id : null
  // What belongs to no process keeps its files under itself.
  const holder = place.instanceId ?? place.rootId
  const insert = {
    workplaceId,
    values: [
      id,
      taskId,
      place.instanceId,
      place.rootId,
      name ?? file?.name ?? null,
      description,
      type ?? file?.type ?? null,
      'url' in content ? content.url : null,
      'bytes' in content ? Buffer.from(content.bytes).toString('base64') : null,
      username,
      clock().toISOString(),
    ],
  }
  const statement = file === null ? insertStatement(insert) : attachStatement({ ...insert, file, holder })
  const log = logOperation(context, request, {
    operation: 'AddAttachment',
    entity: 'Attachment',
    category: 'TaskWorker',
    changes: [{ property: 'name', newValue: name ?? file?.name ?? null }],
    to: { kind: of.by, id: of.id },
  })
  const taken = await writeAbout(runtime, actorOf(request), of, [statement, log], ([rows]) =>
    rows?.[0] === undefined ? noSuchUpload() : null,
  )
  return taken ?? id
}

/** Others are shown the address as a link, so it leads to the web and does nothing else. */
function refuseUrl(content: NewAttachment['content']): Refusal | null {
  if (!('url' in content) || content.url === null || isWebAddress(content.url)) return null
  return refuse('request.invalid', 'Expected an address that begins with http:// or https://, but it is another one.')
}

interface UploadedFile {
  readonly id: string
  readonly name: string
  readonly type: string
}

async function findUpload(tx: Tx, { workplaceId, username }: Person, id: string): Promise<UploadedFile | Refusal> {
  const [rows] = isUuid(id)
    ? await tx.batch([
        {
          name: 'stored_file_upload',
          text: 'select id, name, type, size from stored_file where workplace_id = $1 and id = $2 and uploaded_by = $3 and instance_id is null',
          values: [workplaceId, id, username],
        },
      ])
    : []
  const row = rows?.[0]
  if (row === undefined) return noSuchUpload()
  if (Number(row[3]) >= limits.file) return refuse('file.refused', 'Please select file with less than 10MB')
  return { id: row[0] ?? '', name: row[1] ?? '', type: row[2] ?? '' }
}

function noSuchUpload(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a file that you uploaded, but there is none with this id. Upload it again.',
  )
}

interface Insert {
  readonly workplaceId: string
  /** The values of the columns, after the workplace. */
  readonly values: readonly (string | null)[]
}

const into =
  'insert into task_attachment (workplace_id, id, task_id, instance_id, root_id, name, description, type, url, bytes, user_id, created_at, file_id)'
const given = "$1, $2, $3, $4, $5, $6, $7, $8, $9, decode($10, 'base64'), $11, $12::timestamptz"

function insertStatement({ workplaceId, values }: Insert): Statement {
  return {
    name: 'task_attachment_insert',
    text: `${into} values (${given}, null) returning id`,
    values: [workplaceId, ...values],
  }
}

/** Takes the upload with it, and gives no row where something else was faster. */
function attachStatement({
  workplaceId,
  values,
  file,
  holder,
}: Insert & { readonly file: UploadedFile; readonly holder: string }): Statement {
  return {
    name: 'task_attachment_insert_file',
    text: `with kept as (
        update stored_file set instance_id = $14 where workplace_id = $1 and id = $13 and instance_id is null returning id)
      ${into} select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6, $7, $8, $9, decode($10, 'base64'), $11, $12::timestamptz, id from kept returning id`,
    values: [workplaceId, ...values, file.id, holder],
  }
}
