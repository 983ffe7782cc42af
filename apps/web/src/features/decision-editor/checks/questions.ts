import { checkDecisions } from './check-decisions.ts'
import { runSamples } from './run-samples.ts'

/** The functions of the worker thread that checks and evaluates decisions. */
export const questions = { checkDecisions, runSamples } as const

export type Questions = typeof questions
