import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { findImport, findPackage, type ImportRow } from './find-import.ts'
import { findMissing, type Missing } from './missing.ts'
import type { PackageItem, PackageReading } from './package-kind.ts'
import { type PlannedItem, planItems } from './plan.ts'
import { listReferences } from './references.ts'
import { unpack } from './unpack.ts'

/** An import that has not started, with its dry run. */
export interface Examined {
  readonly row: ImportRow
  readonly items: readonly PackageItem[]
  readonly planned: readonly PlannedItem[]
  readonly missing: Missing
}

/** Reads the package of an import again, and compares it with the current objects. */
export async function examine(
  { db, runtime }: PackageReading,
  request: Request,
  id: string,
): Promise<Examined | Refusal> {
  const { workplaceId } = request
  const loaded = await db.read(request, async (tx) => {
    const row = await findImport(tx, workplaceId, id)
    return row instanceof Refusal ? row : { row, bytes: await findPackage(tx, workplaceId, id) }
  })
  if (loaded instanceof Refusal) return loaded
  const { row, bytes } = loaded
  if (bytes === null) return refuseStarted()
  const unpacked = await unpack(bytes)
  if (unpacked instanceof Refusal) return unpacked
  const { items } = unpacked
  const references = await listReferences(runtime, request, items)
  return db.read(request, async (tx) => ({
    row,
    items,
    planned: await planItems(tx, request.user, items),
    missing: await findMissing(tx, request.user, items, references),
  }))
}

export function refuseStarted(): Refusal {
  return refuse(
    'package.started',
    'Expected an import that has not started, but it has started or ended. Upload the package again.',
  )
}
