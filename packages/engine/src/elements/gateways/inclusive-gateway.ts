import type { Gateway } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { emit } from '../../step.ts'
import { joinInclusive } from '../../steps/flows/joins.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * The inclusive gateway (BPMN 2.0, 13.4.3): waits while another token of its scope can still arrive, then takes every
 * flow whose condition holds.
 */
export const inclusiveGateway: Behavior<Gateway<'inclusiveGateway'>> = {
  onEnter: (step, element, instance) => {
    if (element.incoming.length <= 1) {
      complete(step, instance)
      return
    }
    emit(step, { type: 'elementChanged', id: instance.id, patch: { state: 'joining' } })
    joinInclusive(step, element, instance.parentId)
  },
  onOthersGone: joinInclusive,
  waitsForOthers: () => true,
}
