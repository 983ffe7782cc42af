import type { Failure } from '../../outcome.ts'
import type { Event } from '../../state/events.ts'
import type { Step } from '../../step.ts'
import { findRestricted } from './find-restricted.ts'
import { hideValues } from './hide-values.ts'

type Run = Pick<Step, 'sources' | 'state'>

/** Returns a failure without the values of restricted variables: incidents, answers and logs show it. */
export function hideInFailure(run: Run, failure: Failure): Failure {
  const values = findRestricted(run)
  if (values === null) return failure
  const { message, detail } = failure
  return { ...failure, message: hideValues(message, values), detail: hideValues(detail, values) }
}

/**
 * Returns an event without the values of restricted variables in its texts of failures, which come from workers and other
 * systems. Other events stay unchanged.
 */
export function hideInEvent(run: Run, event: Event): Event {
  switch (event.type) {
    case 'incidentRaised': {
      const { message, detail } = event.incident
      const shown = hideIn(run, { message, detail })
      return shown === null ? event : { ...event, incident: { ...event.incident, ...shown } }
    }
    case 'jobChanged': {
      const { error } = event.patch
      const shown = hideIn(run, error == null ? {} : { error })
      return shown === null ? event : { ...event, patch: { ...event.patch, ...shown } }
    }
    case 'externalTaskChanged': {
      const { errorMessage, errorDetails } = event.patch
      const texts = {
        ...(errorMessage == null ? {} : { errorMessage }),
        ...(errorDetails == null ? {} : { errorDetails }),
      }
      const shown = hideIn(run, texts)
      return shown === null ? event : { ...event, patch: { ...event.patch, ...shown } }
    }
    default:
      return event
  }
}

function hideIn<T extends object>(run: Run, texts: T): T | null {
  if (Object.values(texts).every((text) => text === null)) return null
  const values = findRestricted(run)
  if (values === null) return null
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hideValues(text, values)])) as T
}
