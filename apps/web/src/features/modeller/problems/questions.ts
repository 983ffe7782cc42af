import { checkDrawing } from '../check-drawing.ts'
import { checkText } from './check-text.ts'
import { listFirings } from './list-firings.ts'

/** Everything that is asked of the checks; they run in a thread of their own, so that nobody waits who draws. */
export const questions = { checkDrawing, checkText, listFirings } as const

export type Questions = typeof questions

/** The checks, wherever they run. */
export type Checks = {
  readonly [Name in keyof Questions]: (...given: Parameters<Questions[Name]>) => Promise<ReturnType<Questions[Name]>>
}
