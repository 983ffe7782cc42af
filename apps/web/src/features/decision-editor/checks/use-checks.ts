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

/** Starts the thread, and ends it with the editor. Null until it runs. */
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
  /** Of the samples of the decision that is shown, in their order. */
  readonly answers: readonly SampleAnswer[]
}

interface Shown {
  readonly decisionId: string | null
  readonly samples: readonly Sample[]
}

/** What is wrong, and what samples give, worked out anew a moment after each change. Null until it was once. */
export function useChecked(
  checks: Checks | null,
  session: DecisionSession | null,
  { decisionId, samples }: Shown,
): Checked | null {
  const step = useStep(session)
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    if (checks === null || session === null) return
    let isOld = false
    const check = async () => {
      const xml = await session.toXml()
      const found = await checks.checkDecisions(xml)
      const answers = decisionId === null ? [] : await checks.runSamples(xml, decisionId, samples)
      if (!isOld) setChecked({ ...found, answers })
    }
    const timer = setTimeout(() => void check().catch(() => undefined), step === 0 ? 0 : delay)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [checks, session, step, decisionId, samples])
  return checked
}
