import type { Sample } from '@millrace/dmn'
import { useEffect, useState } from 'react'
import { askWorker, type RunningWorker } from '../../../lib/workers/ask-worker.ts'
import { type DecisionSession, useStep } from '../tables/decision-session.ts'
import type { DecisionsCheck } from './check-decisions.ts'
import type { Questions } from './questions.ts'
import type { SampleAnswer } from './run-samples.ts'

/** Milliseconds after the last change. */
const delay = 300

export type Checks = RunningWorker<Questions>['ask']

/** Starts the worker thread of the checks, and ends it when the editor is closed. Null until it runs. */
export function useChecks(): Checks | null {
  const [running, setRunning] = useState<Checks | null>(null)
  useEffect(() => {
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
    const { ask, stop } = askWorker<Questions>(worker)
    setRunning(() => ask)
    return stop
  }, [])
  return running
}

export interface Checked extends DecisionsCheck {
  /** The answers of the samples of the decision that is shown, in their order. */
  readonly answers: readonly SampleAnswer[]
  /** The step of the file that was checked. */
  readonly step: number
}

interface Shown {
  readonly decisionId: string | null
  readonly samples: readonly Sample[]
}

export interface CheckState {
  /** Null until the first check has ended. While there is a failure, it is of an earlier state of the file. */
  readonly checked: Checked | null
  /** Why the last check failed, such as a file that cannot be written; null when it did not. */
  readonly failure: unknown
}

/** Checks the file and runs the samples of the shown decision, a moment after each change. */
export function useChecked(
  checks: Checks | null,
  session: Pick<DecisionSession, 'toXml' | 'subscribe' | 'getState'> | null,
  { decisionId, samples }: Shown,
): CheckState {
  const step = useStep(session)
  const [state, setState] = useState<CheckState>(nothingYet)
  useEffect(() => {
    if (checks === null || session === null) return
    let isOld = false
    const check = async () => {
      const xml = await session.toXml()
      const found = await checks.checkDecisions(xml)
      const answers = decisionId === null ? [] : await checks.runSamples(xml, decisionId, samples)
      if (!isOld) setState({ checked: { ...found, answers, step }, failure: null })
    }
    const fail = (failure: unknown) => {
      if (!isOld) setState(({ checked }) => ({ checked, failure }))
    }
    const timer = setTimeout(() => void check().catch(fail), step === 0 ? 0 : delay)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [checks, session, step, decisionId, samples])
  return state
}

const nothingYet: CheckState = { checked: null, failure: null }
