import { limits } from '@millrace/contract'
import { z } from 'zod'
import type { Request } from '../../../platform/auth/request.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from '../../designs/design-kind.ts'
import { saveVersion } from '../../designs/save-version.ts'
import type { WriteContext } from '../package-kind.ts'
import { deleteRow, findId } from './columns.ts'

/** The key of the application that a design belongs to. */
export const ownerKey = z.string().min(1).max(limits.name)

/** The note of each version that an import saves. */
export const importNote = 'Imported from a package'

/** Returns the id of the application of a design. Refuses if it is not the application that the package names. */
export async function findOwner(
  tx: Tx,
  request: Request,
  { key, name, here }: { readonly key: string; readonly name: string; readonly here: string | null },
): Promise<string | Refusal> {
  if (here !== null && here.toLowerCase() !== key.toLowerCase())
    return refuse(
      'package.unfit',
      `Expected “${name}” in the application “${key}” as in the package, but it is in “${here}”. Skip or rename it.`,
    )
  const id = await findId(tx, request.workplaceId, { table: 'application', column: 'key', value: key })
  return (
    id ??
    refuse(
      'package.unfit',
      `Expected the application “${key}”, but it does not exist. Import it together with “${name}”.`,
    )
  )
}

/** Saves the text in a package as the next version of a design, unless the design has this text already. */
export async function saveText<Row extends DesignRow, Design extends DesignText>(
  context: WriteContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { ref, before, text }: { readonly ref: DesignRef; readonly before: string | null; readonly text: string },
): Promise<Refusal | null> {
  if (text === before) return null
  const save = { text, version: undefined, token: undefined, note: importNote, restoredFrom: null }
  const saved = await saveVersion(context, request, kind, { ref, save })
  return saved instanceof Refusal ? saved : null
}

/** Deletes a design with its lock, its versions and the auto saves of users. */
export function deleteDesign(
  tx: Tx,
  workplaceId: string,
  table: 'form' | 'app_decision' | 'app_process',
  id: string,
): Promise<void> {
  return deleteRow(tx, workplaceId, { table, id, parts: { design_lock: 'design_id', design_auto_save: 'design_id' } })
}
