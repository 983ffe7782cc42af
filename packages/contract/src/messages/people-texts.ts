import { positions } from './positions.ts'
import { roleEditor } from './role-editor.ts'
import { userImport } from './user-import.ts'
import { userRights } from './user-rights.ts'

/** Texts of hierarchies, roles, rights of a user, and the user import: the browser loads them with those pages. */
export const peopleTexts = { positions, roleEditor, userImport, userRights } as const
