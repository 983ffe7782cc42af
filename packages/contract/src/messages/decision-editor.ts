import { frame } from './decision/frame.ts'
import { grid } from './decision/grid.ts'
import { problems } from './decision/problems.ts'
import { samples } from './decision/samples.ts'
import { tables } from './decision/tables.ts'

/** Texts of the editor of decisions. */
const decisionEditor = { ...frame, ...problems, ...grid, ...samples, ...tables } as const

/** Texts of the decision editor, which the browser loads with it. */
export const decisionEditorTexts = { decisionEditor } as const
