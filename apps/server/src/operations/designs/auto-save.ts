import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DesignKind } from './design-kind.ts'

/** Whose it is, and of what. */
export interface AutoSaveRef {
  readonly workplaceId: string
  readonly designId: string
  readonly userId: string
}

export interface AutoSavedDesign {
  readonly text: string
  /** The version that it was begun with. */
  readonly version: number
  readonly savedAt: Date
}

export function keepStatement(
  { tables, id, text: column }: DesignKind,
  { workplaceId, designId, userId }: AutoSaveRef,
  { text, version, savedAt }: AutoSavedDesign,
): Statement {
  return {
    name: `${tables}_auto_save_keep`,
    text: `insert into ${tables}_auto_save (workplace_id, ${id}, user_id, ${column}, version, saved_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (workplace_id, ${id}, user_id) do update set ${column} = $4, version = $5, saved_at = $6`,
    values: [workplaceId, designId, userId, text, version, savedAt.toISOString()],
  }
}

export function discardStatement(
  { tables, id }: DesignKind,
  { workplaceId, designId, userId }: AutoSaveRef,
): Statement {
  return {
    name: `${tables}_auto_save_discard`,
    text: `delete from ${tables}_auto_save where workplace_id = $1 and ${id} = $2 and user_id = $3`,
    values: [workplaceId, designId, userId],
  }
}

/** Whoever saves has nothing unsaved any more, so what there is is newer than what he has saved. */
export async function findAutoSaved(
  tx: Tx,
  { tables, id, text: column }: DesignKind,
  { workplaceId, designId, userId }: AutoSaveRef,
): Promise<AutoSavedDesign | null> {
  const [rows] = await tx.batch([
    {
      name: `${tables}_auto_save_find`,
      text: `select ${column}, version, (extract(epoch from saved_at) * 1000)::bigint from ${tables}_auto_save
        where workplace_id = $1 and ${id} = $2 and user_id = $3`,
      values: [workplaceId, designId, userId],
    },
  ])
  const [text, version, savedAt] = rows?.[0] ?? []
  return text == null ? null : { text, version: Number(version), savedAt: new Date(Number(savedAt)) }
}
