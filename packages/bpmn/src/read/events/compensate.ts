import { localName, type XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { CompensateDefinition } from '../../model.ts'
import { childTextOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { compensateDefinition } from '../../vocabulary/themes/event-definitions.ts'
import type { ReadContext } from '../context.ts'

/**
 * Reads a compensation event definition. Whether the thrower waits depends on the dialect: BPMN 2.0 waits by default,
 * Camunda always, Flowable only on request.
 */
export function readCompensate(context: ReadContext, element: XmlElement): CompensateDefinition {
  const { activityRef, activityRefElement } = compensateDefinition
  const reference = textOf(element, activityRef) ?? childTextOf(element, activityRefElement)
  const { compensationWaits } = rulesOf(context)
  const waits = flagOf(element, compensateDefinition.waitForCompletion, compensationWaits !== 'onRequest')
  return {
    kind: 'compensate',
    activityId: reference === null || reference === '' ? null : localName(reference),
    waitForCompletion: compensationWaits === 'always' || waits,
  }
}
