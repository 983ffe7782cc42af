import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The key of an auto save: its user and its design. */
export interface AutoSaveRef {
  readonly workplaceId: string
  readonly designId: string
  readonly userId: string
}

export interface AutoSavedDesign {
  readonly text: string
  /** The version that it was started with. */
  readonly version: number
  readonly savedAt: Date
}

export function keepStatement(
  { workplaceId, designId, userId }: AutoSaveRef,
  { text, version, savedAt }: AutoSavedDesign,
): Statement {
  return {
    name: 'design_auto_save_keep',
    text: `insert into design_auto_save (workplace_id, design_id, user_id, design_text, version, saved_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (workplace_id, design_id, user_id) do update set design_text = $4, version = $5, saved_at = $6`,
    values: [workplaceId, designId, userId, text, version, savedAt.toISOString()],
  }
}

export function discardStatement({ workplaceId, designId, userId }: AutoSaveRef): Statement {
  return {
    name: 'design_auto_save_discard',
    text: 'delete from design_auto_save where workplace_id = $1 and design_id = $2 and user_id = $3',
    values: [workplaceId, designId, userId],
  }
}

/**
 * Finds the auto save of a user. Saving a version deletes it, so an existing one is newer than the user's last version.
 */
export async function findAutoSaved(
  tx: Tx,
  { workplaceId, designId, userId }: AutoSaveRef,
): Promise<AutoSavedDesign | null> {
  const [rows] = await tx.batch([
    {
      name: 'design_auto_save_find',
      text: `select design_text, version, (extract(epoch from saved_at) * 1000)::bigint from design_auto_save
        where workplace_id = $1 and design_id = $2 and user_id = $3`,
      values: [workplaceId, designId, userId],
    },
  ])
  const [text, version, savedAt] = rows?.[0] ?? []
  return text == null ? null : { text, version: Number(version), savedAt: new Date(Number(savedAt)) }
}
