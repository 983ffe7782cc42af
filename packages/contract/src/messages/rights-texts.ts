import { roleEditor } from './role-editor.ts'
import { userRights } from './user-rights.ts'

/** Texts about own roles and the permissions of users, which the browser loads with their pages. */
export const rightsTexts = { roleEditor, userRights } as const
