import { getElement } from '../../definition.ts'
import { Refused } from '../../outcome.ts'
import { memoryOf } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { getDefinition, oldestFirst, type Step } from '../../step.ts'
import { cancelElement } from '../life/cancel.ts'
import { countOneLess } from '../loops/multi-instance.ts'
import { hasCountedRuns } from './levels.ts'

/**
 * Cancels an open element instance with everything inside it. Enclosing scopes that become empty are cancelled too, up
 * to the process, except ad-hoc sub-processes, which may be empty.
 *
 * @throws Refused for a compensation handler, for which another element waits.
 */
export function cancelAt(step: Step, row: ElementInstance): void {
  refuseHandlers(step, row)
  const top = findTop(step, row)
  const body = step.state.elements.get(top.parentId)
  cancelElement(step, top)
  step.joinsToCheck.add(top.parentId)
  if (body?.loop === 'body' && hasCountedRuns(getElement(getDefinition(step, body.instanceId), body.elementId)))
    countOneLess(step, body)
}

function findTop(step: Step, row: ElementInstance): ElementInstance {
  let top = row
  for (;;) {
    const around = step.state.elements.get(top.parentId)
    if (around === undefined || around.openChildren > 1 || (step.arriving.get(around.id) ?? 0) > 0) return top
    if (step.state.jobs.ownedBy(around.id).some(({ kind }) => kind === 'runs')) return top
    const element = getElement(getDefinition(step, around.instanceId), around.elementId)
    if (element.type === 'adHocSubProcess' && around.loop !== 'body') return top
    top = around
  }
}

/** Refuses to cancel a compensation handler alone, because the compensating element would wait for it forever. */
function refuseHandlers(step: Step, row: ElementInstance): void {
  for (let one: ElementInstance | undefined = row; one !== undefined; one = step.state.elements.get(one.parentId)) {
    const kind = memoryOf(one)?.kind
    if (kind === 'handling' || kind === 'undoing')
      throw new Refused(
        'engine.move-impossible',
        `Expected something that nothing else waits for, but ${one.elementId} is part of a compensation, which waits for it. Cancel what compensates.`,
      )
  }
}

/** Lists the open instances of an element: its runs, their body, and tokens that wait before or after it. */
export function listOpenOf({ state }: Step, instanceId: string, key: string): ElementInstance[] {
  const isBody = key.endsWith(bodyMark)
  const elementId = isBody ? key.slice(0, -bodyMark.length) : key
  return oldestFirst(state.elements.all()).filter(
    (one) =>
      one.instanceId === instanceId &&
      one.elementId === elementId &&
      one.state !== 'compensable' &&
      (one.loop === 'body') === isBody,
  )
}

/** The end of the key of a multi-instance body in Camunda's API. */
export const bodyMark = '#multiInstanceBody'
