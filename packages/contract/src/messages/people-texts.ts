import { positions } from './positions.ts'
import { userImport } from './user-import.ts'

/** Texts of the tree of a hierarchy and of the user import: the browser loads them with those pages. */
export const peopleTexts = { positions, userImport } as const
