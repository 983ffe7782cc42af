import { nameElementById } from '@millrace/bpmn'
import { getDefinition, type Step } from '../../step.ts'

/** Names an element of an instance in a message: by its name, or by its id when it has no name. */
export function nameElementOf(step: Step, instanceId: string, elementId: string): string {
  return nameElementById(getDefinition(step, instanceId).model, elementId)
}
