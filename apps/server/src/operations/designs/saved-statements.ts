import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { discardStatement } from './auto-save.ts'
import type { DesignKind, DesignRow, DesignText } from './design-kind.ts'
import type { VersionSave } from './save-version.ts'
import { updateStatement, versionStatement } from './write-design.ts'

interface Saved<Row, Design> extends Pick<VersionSave, 'note' | 'restoredFrom'> {
  /** Locked. */
  readonly row: Row
  readonly design: Design
  readonly savedAt: Date
}

/** Returns the statements that write the next version of a design, and the name and details in its text. */
export function savedStatements<Row extends DesignRow, Design extends DesignText>(
  user: Person,
  { tables, nameOf, columnsOf, details }: DesignKind<Row, Design>,
  { row, design, note, restoredFrom, savedAt }: Saved<Row, Design>,
): Statement[] {
  const { id } = row
  const version = row.version + 1
  const said = { ...row, ...columnsOf(design), name: nameOf(design) ?? row.name }
  // A user who has the details open has to notice that the text has changed them.
  const isOther = said.name !== row.name || details.some((column) => said[column] !== row[column])
  const next = { ...said, revision: row.revision + (isOther ? 1 : 0), version }
  return [
    versionStatement(user, tables, { id, version, design, note, restoredFrom, savedAt }),
    updateStatement(user, tables, { row: next, at: savedAt }),
    discardStatement({ workplaceId: user.workplaceId, designId: id, userId: user.id }),
  ]
}
