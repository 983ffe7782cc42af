import type { FlowElement } from '@millrace/bpmn'
import { readDuration } from '@millrace/time'

/** The milliseconds of a timer with a duration in the model; null for all other events. */
export function readTimer({ definitions }: Extract<FlowElement, { type: 'intermediateCatchEvent' | 'boundaryEvent' }>) {
  const [timer] = definitions
  if (timer?.kind !== 'timer' || timer.timer !== 'duration' || timer.calendar !== null) return null
  return readDuration(timer.value.text)
}
