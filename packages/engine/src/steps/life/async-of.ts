import { type Async, type FlowElement, isActivity } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'

const never: Async = { before: false, after: false, exclusive: true, jobPriority: null, retryCycle: null }

/** Returns the asynchronous continuation that applies: of the activity, or of each run of a multi-instance. */
export function asyncOf(element: FlowElement, loop: ElementInstance['loop']): Async {
  if (loop !== 'run' || !isActivity(element)) return element.async
  return element.loop?.kind === 'multi-instance' ? element.loop.async : never
}
