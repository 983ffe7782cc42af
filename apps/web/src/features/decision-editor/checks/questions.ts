import { checkDecisions } from './check-decisions.ts'
import { runSamples } from './run-samples.ts'

/** Everything that is asked of the thread in which decisions are checked and tried. */
export const questions = { checkDecisions, runSamples } as const

export type Questions = typeof questions
