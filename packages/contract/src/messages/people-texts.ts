import { directory } from './directory.ts'
import { positions } from './positions.ts'
import { resultRows } from './result-rows.ts'
import { userImport } from './user-import.ts'

/** Texts of the tree of a hierarchy, the user import and the page of a directory: the browser loads them with those pages. */
export const peopleTexts = { positions, userImport, directory, resultRows } as const
