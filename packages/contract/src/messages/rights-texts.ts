import { roleEditor } from './role-editor.ts'
import { userRights } from './user-rights.ts'

/** Texts of roles that a workplace defines and of what a user may do: the browser loads them with those pages. */
export const rightsTexts = { roleEditor, userRights } as const
