import type { FlowElement } from '@millrace/bpmn'
import { readDuration } from '@millrace/time'

/**
 * Returns the milliseconds of a timer with a duration in the model; null for all other events. A negative duration is over
 * immediately.
 */
export function readTimer({ definitions }: Extract<FlowElement, { type: 'intermediateCatchEvent' | 'boundaryEvent' }>) {
  const [timer] = definitions
  if (timer?.kind !== 'timer' || timer.timer !== 'duration' || timer.calendar !== null) return null
  const duration = readDuration(timer.value.text)
  return duration === null ? null : Math.max(0, duration)
}
