import { checkDrawing } from '../check-drawing.ts'
import { checkText } from './check-text.ts'
import { listFirings } from './list-firings.ts'

/** The functions of the checks. They run in a worker thread, so that drawing is not delayed. */
export const questions = { checkDrawing, checkText, listFirings } as const

export type Questions = typeof questions

/** The functions of the checks, in this thread or in a worker thread. */
export type Checks = {
  readonly [Name in keyof Questions]: (...given: Parameters<Questions[Name]>) => Promise<ReturnType<Questions[Name]>>
}
