import type { PlainVariable } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { StoreName } from '../../platform/files/file-store.ts'
import { readAll } from '../../platform/uploads/read-all.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The files of an instance that a restart needs, by their variables. */
interface HeldFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly variable: string | null
  readonly kept_in: string
  readonly uploaded_at: Date
  readonly uploaded_by: string
}

export interface FileCopy {
  readonly workplaceId: string
  /** The ended instance, and the new one. */
  readonly from: string
  readonly to: string
  readonly variables: readonly PlainVariable[]
}

/**
 * Copies the files of forms that the variables of a restart name, so that the new instance has files of its own: those
 * of the ended one are deleted with its history. Returns the variables with the ids of the copies.
 */
export async function copyFiles(
  { files, newId }: Pick<Runtime, 'files' | 'newId'>,
  tx: Tx,
  { workplaceId, from, to, variables }: FileCopy,
): Promise<PlainVariable[]> {
  const names = variables.map(({ name }) => name)
  if (names.length === 0) return []
  const held: HeldFile[] = await tx.query(
    kysely
      .selectFrom('stored_file')
      .where('workplace_id', '=', workplaceId)
      .where('instance_id', '=', from)
      .where('variable', 'in', names)
      .orderBy('id')
      .select(['id', 'name', 'type', 'size', 'variable', 'kept_in', 'uploaded_at', 'uploaded_by']),
  )
  const copies = new Map<string, string>()
  for (const { id, kept_in, ...file } of held) {
    const copy = newId()
    const bytes = await readAll(files.of(kept_in as StoreName).read({ workplaceId, id }, 0, file.size))
    const kept = await files.current.put({ workplaceId, id: copy }, bytes)
    await kept.confirm(tx)
    await tx.queries(
      kysely.insertInto('stored_file').values({
        ...file,
        workplace_id: workplaceId,
        id: copy,
        instance_id: to,
        kept_in: files.current.name,
        bytes: kept.bytes,
      }),
    )
    copies.set(id, copy)
  }
  return variables.map((variable) => nameCopies(variable, copies))
}

const fileId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Lists of files are JSON with their ids. */
function nameCopies({ name, value }: PlainVariable, copies: ReadonlyMap<string, string>): PlainVariable {
  if (value.type !== 'Json' || typeof value.value !== 'string') return { name, value }
  return { name, value: { ...value, value: value.value.replaceAll(fileId, (id) => copies.get(id) ?? id) } }
}
