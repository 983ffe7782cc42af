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
  { keepAutoSaved }: DesignKind,
  { workplaceId, designId, userId }: AutoSaveRef,
  { text, version, savedAt }: AutoSavedDesign,
): Statement {
  return { ...keepAutoSaved, values: [workplaceId, designId, userId, text, version, savedAt.toISOString()] }
}

export function discardStatement(
  { discardAutoSaved }: DesignKind,
  { workplaceId, designId, userId }: AutoSaveRef,
): Statement {
  return { ...discardAutoSaved, values: [workplaceId, designId, userId] }
}

/** Whoever saves has nothing unsaved any more, so what there is is newer than what he has saved. */
export async function findAutoSaved(
  tx: Tx,
  kind: DesignKind,
  { workplaceId, designId, userId }: AutoSaveRef,
): Promise<AutoSavedDesign | null> {
  const [rows] = await tx.batch([{ ...kind.findAutoSaved, values: [workplaceId, designId, userId] }])
  const [text, version, savedAt] = rows?.[0] ?? []
  return text == null ? null : { text, version: Number(version), savedAt: new Date(Number(savedAt)) }
}
