import { api, type TrialPlace, type TrialState, type TrialStep } from '@millrace/contract'
import type { JsonValues } from '@millrace/forms'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FindChoices } from '../../../components/forms/form-view-context.ts'
import { call } from '../../../lib/api/call.ts'
import { getTimeZone } from '../../../lib/time-zone.ts'
import type { DrawingSession } from '../editor/drawing-session.ts'

/** The process of a trial, with the parameters of its calls. */
export interface TriedProcess {
  readonly appId: string
  readonly processId: string
}

export interface FilledForm {
  readonly values: JsonValues
  readonly action: string | null
  readonly hash: string
}

export interface TrialRun {
  /** Null until the first answer. */
  readonly state: TrialState | null
  readonly isBusy: boolean
  /** The error of the last call; what was before it still stands. */
  readonly error: unknown
  /** Carries out one step more, with what was filled into its form. */
  readonly take: (step: TrialStep, filled?: FilledForm) => void
  /** Begins again with these steps. */
  readonly replay: (steps: readonly TrialStep[]) => void
  /** Asks for the form of this task, or start event. */
  readonly show: (place: TrialPlace) => void
  readonly back: () => void
  readonly restart: () => void
  /** Creates the functions that find choices of a form's fields, by the hash of its document. */
  readonly createChoices: (hash: string) => FindChoices
}

/**
 * Returns a trial of the current diagram. The server carries out all steps again for each new one, because it stores no
 * state.
 */
export function useTrial(params: TriedProcess, session: DrawingSession): TrialRun {
  const { appId, processId } = params
  const [state, setState] = useState<TrialState | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const last = useRef(0)
  const ask = useCallback(
    async (steps: readonly TrialStep[], { filled, show }: { filled?: FilledForm; show?: TrialPlace } = {}) => {
      const number = ++last.current
      setBusy(true)
      try {
        const answer = await call(api.trials.tryOut, {
          params: { appId, processId },
          body: {
            xml: await session.toXml(),
            steps: [...steps],
            timeZone: getTimeZone(),
            ...(filled === undefined ? {} : { submission: { ...filled, timeZone: getTimeZone() } }),
            ...(show === undefined ? {} : { show }),
          },
        })
        if (number !== last.current) return
        setState(answer)
        setError(null)
      } catch (failure) {
        if (number === last.current) setError(failure)
      } finally {
        if (number === last.current) setBusy(false)
      }
    },
    [appId, processId, session],
  )
  useEffect(() => {
    void ask([])
    return () => {
      last.current += 1
    }
  }, [ask])
  const createChoices = useCallback(
    (hash: string): FindChoices =>
      ({ signal, ...asked }) =>
        call(api.trials.formChoices, { params: { appId, processId }, query: { hash, ...asked }, signal }),
    [appId, processId],
  )
  const steps = state?.steps ?? []
  // A step that could not be done is not built upon.
  const done = state?.failure == null ? steps : steps.slice(0, state.failure.step)
  return {
    state,
    isBusy,
    error,
    take: (step, filled) => void ask([...done, step], filled === undefined ? {} : { filled }),
    replay: (all) => void ask(all),
    show: (place) => void ask(steps, { show: place }),
    back: () => void ask(steps.slice(0, -1)),
    restart: () => void ask([]),
    createChoices,
  }
}
