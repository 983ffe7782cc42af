import type { PlainVariable } from '@millrace/engine'
import type { FileValue } from '@millrace/forms'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { FileStores, StoreName } from '../../platform/files/file-store.ts'
import { readAll } from '../../platform/uploads/read-all.ts'
import type { Runtime } from '../runtime.ts'
import type { FieldFiles } from './read-form.ts'

export interface FilePlace {
  readonly workplaceId: string
  /** The user who fills in the form. */
  readonly username: string
  readonly instanceId: string
}

/** Returns the files that an instance holds, by variable, as the fields of a form show them. */
export async function listInstanceFiles(
  tx: Tx,
  workplaceId: string,
  instanceId: string,
): Promise<Map<string, FileValue[]>> {
  const [rows] = await tx.batch([
    {
      name: 'stored_file_of_instance',
      text: 'select variable, id, name, size, type from stored_file where workplace_id = $1 and instance_id = $2 and variable is not null order by id',
      values: [workplaceId, instanceId],
    },
  ])
  const files = new Map<string, FileValue[]>()
  for (const [variable, ...file] of rows ?? [])
    files.set(variable ?? '', [...(files.get(variable ?? '') ?? []), readFileRow(file)])
  return files
}

/** Finds files by ids: the user's own uploads that no form has referenced, and files of the instance. */
export async function findUploads(
  tx: Tx,
  { workplaceId, username, instanceId }: FilePlace,
  ids: readonly string[],
): Promise<Map<string, FileValue>> {
  if (ids.length === 0) return new Map()
  const [rows] = await tx.batch([
    {
      name: 'stored_file_usable',
      text: `select id, name, size, type from stored_file where workplace_id = $1 and id = any($2::uuid[])
        and (instance_id = $4 or (instance_id is null and uploaded_by = $3))`,
      values: [workplaceId, ids.filter(isUuid), username, instanceId],
    },
  ])
  return new Map((rows ?? []).map((row) => [row[0] ?? '', readFileRow(row)]))
}

/**
 * Returns the variables for uploaded files: the file itself for a field with one file, otherwise a list with their
 * descriptions.
 */
export async function readFileVariables(
  { files }: Pick<Runtime, 'files'>,
  tx: Tx,
  workplaceId: string,
  fields: readonly FieldFiles[],
): Promise<PlainVariable[]> {
  const single = fields.flatMap(({ holds, files }) => (holds === 'file' ? files.slice(0, 1) : []))
  const contents = await readContents(
    files,
    tx,
    workplaceId,
    single.map(({ id }) => id),
  )
  const own = fields.filter(({ holds }) => holds !== 'value')
  return own.map(({ variable: name, files, holds }): PlainVariable => {
    const [first] = files
    if (first === undefined) return { name, value: { type: 'Null', value: null, info: null } }
    if (holds === 'list') return { name, value: { type: 'Json', value: JSON.stringify(files), info: null } }
    const info = { filename: first.name, mimeType: first.type, encoding: null }
    return { name, value: { type: 'File', value: contents.get(first.id) ?? new Uint8Array(), info } }
  })
}

/**
 * Returns the statements that assign files of a form to the instance and delete those that they replace. Only for files
 * that `findUploads` would find, because variables that the form did not write may name any file.
 */
export function keepFilesStatements(
  { workplaceId, username, instanceId }: FilePlace,
  fields: readonly FieldFiles[],
): Statement[] {
  return fields.map(({ variable, files }) => ({
    name: 'stored_file_keep',
    text: `update stored_file set instance_id = $2, variable = case when id = any($4::uuid[]) then $3 end
      where workplace_id = $1 and ((instance_id = $2 and (variable = $3 or id = any($4::uuid[])))
        or (instance_id is null and uploaded_by = $5 and id = any($4::uuid[])))`,
    values: [workplaceId, instanceId, variable, files.map(({ id }) => id).filter(isUuid), username],
  }))
}

async function readContents(
  files: FileStores,
  tx: Tx,
  workplaceId: string,
  ids: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (ids.length === 0) return new Map()
  const [rows] = await tx.batch([
    {
      name: 'stored_file_contents',
      text: `select id, encode(bytes, 'base64'), kept_in, size from stored_file where workplace_id = $1 and id = any($2::uuid[])`,
      values: [workplaceId, ids],
    },
  ])
  const contents = (rows ?? []).map(async ([id, base64, keptIn, size]) => {
    // Of what is in its row all has come with it.
    if (base64 != null) return [id ?? '', new Uint8Array(Buffer.from(base64, 'base64'))] as const
    const chunks = files.of(keptIn as StoreName).read({ workplaceId, id: id ?? '' }, 0, Number(size))
    return [id ?? '', new Uint8Array(await readAll(chunks))] as const
  })
  return new Map(await Promise.all(contents))
}

function readFileRow([id, name, size, type]: readonly (string | null)[]): FileValue {
  return { id: id ?? '', name: name ?? '', size: Number(size), type: type ?? '' }
}
