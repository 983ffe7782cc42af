import { createDefinition, type Definition } from '@millrace/engine'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { readModels } from '../../runtime/deploy/deploy.ts'
import type { Moving } from './moving.ts'
import { readBytes } from './source/read-hierarchies.ts'

/**
 * Reads the definitions that were moved, by the ids of the source. Others are missing in the result. A dry run reads
 * those that are not here yet from the source.
 */
export async function readDefinitions(moving: Moving, sourceIds: readonly string[]): Promise<Map<string, Definition>> {
  const { runtime, actor, ids, isDryRun } = moving
  const found = new Map<string, Definition>()
  for (const sourceId of new Set(sourceIds)) {
    const definition = await runtime.db.read(actor, (tx) =>
      getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: ids.of(sourceId) }),
    )
    const known = definition ?? (isDryRun ? await readFromSource(moving, sourceId) : null)
    if (known !== null) found.set(sourceId, known)
  }
  return found
}

interface ProcessRow {
  readonly id_: string
  readonly key_: string
  readonly version_: number
  readonly deployment_id_: string
  readonly resource_name_: string
  readonly tenant_id_: string | null
}

/** Definitions of the source that a dry run keeps in memory. */
const maxKept = 200

async function readFromSource(moving: Moving, sourceId: string): Promise<Definition | null> {
  const { unmoved } = moving
  const known = unmoved.get(sourceId)
  if (known !== undefined) return known
  const definition = await readUnmoved(moving, sourceId)
  const [oldest] = unmoved.keys()
  if (unmoved.size >= maxKept && oldest !== undefined) unmoved.delete(oldest)
  unmoved.set(sourceId, definition)
  return definition
}

/** Null: it has errors here, or its file is missing. */
async function readUnmoved({ runtime, actor, source, ids }: Moving, sourceId: string): Promise<Definition | null> {
  const [row] = await source.select<ProcessRow>('act_re_procdef', 't.id_ = $1', [sourceId])
  if (row === undefined) return null
  const [file] = await source.select<{ id_: string }>(
    'act_ge_bytearray',
    't.deployment_id_ = $1 and t.name_ = $2',
    [row.deployment_id_, row.resource_name_],
    ['id_'],
  )
  const bytes = await readBytes(source, [file?.id_ ?? null])
  const content = bytes.get(file?.id_ ?? '')
  if (content === undefined) return null
  const read = await readModels(runtime, actor, [{ name: row.resource_name_, bytes: new Uint8Array(content) }])
  if (read.problems.some(({ severity }) => severity === 'error')) return null
  const model = read.processes.find(({ model: { id } }) => id === row.key_)?.model
  if (model === undefined) return null
  const { key_: key, version_: version, tenant_id_: tenantId } = row
  return createDefinition({
    id: ids.of(sourceId),
    key,
    version,
    deploymentId: ids.of(row.deployment_id_),
    tenantId,
    model,
  })
}
