import { indexModel, type LinkDefinition } from '@millrace/bpmn'
import { getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fail, getDefinition, type Step } from '../../step.ts'
import { arrivalOf } from '../life/create-instance.ts'
import { arrive } from '../life/enter.ts'
import { completeTo } from '../life/leave.ts'

/** Follows a link (BPMN 2.0, 10.5.1) within its scope, like a flow without a line. */
export function followLink(step: Step, { name }: LinkDefinition, instance: ElementInstance): void {
  const definition = getDefinition(step, instance.instanceId)
  const { scopeId } = getElement(definition, instance.elementId)
  const target = indexModel(definition.model)
    .listChildren(scopeId)
    .find(
      (element) =>
        element.type === 'intermediateCatchEvent' &&
        element.definitions.some((one) => one.kind === 'link' && one.name === name),
    )
  if (target === undefined)
    fail('engine.not-supported', `Expected a link event that catches “${name}”, but there is none.`, {
      element: instance,
    })
  completeTo(step, instance, (left) =>
    arrive(step, [{ ...arrivalOf(definition, left), elementId: target.id, flowId: null }]),
  )
}
