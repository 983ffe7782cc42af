import type { AnswerOf, ElementStatus, processCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { countElements, type ElementCount, readMarks } from './activity-queries.ts'
import { readXml } from './definition-queries.ts'
import { endsByThrowing } from './ends-by-throwing.ts'
import { getVisibleInstance } from './get-instance.ts'

/** Returns the diagram of an instance with the outcome of its elements. */
export async function getInstanceDiagram(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.diagram>> {
  const { workplaceId } = request
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id)
    const { definition_id } = instance
    const [counts, definition, { incidents, flows }, xml] = await Promise.all([
      countElements(tx, workplaceId, instance),
      findReadable(runtime, tx, workplaceId, { by: 'id', id: definition_id }),
      readMarks(tx, workplaceId, instance),
      readXml(tx, workplaceId, definition_id),
    ])
    return {
      xml,
      processKey: instance.key ?? '',
      isSuspended: instance.is_suspended,
      elements: presentElements(
        counts.map((count) => ({
          ...count,
          is_cancelled: count.is_cancelled && !endsByThrowing(definition, count.element_key),
        })),
        incidents,
      ),
      takenFlows: flows,
    }
  })
}

/** Returns the outcome of each element, derived from the numbers and outcomes of its element instances. */
export function presentElements(
  counts: readonly ElementCount[],
  incidents: ReadonlyMap<string, number>,
): ElementStatus[] {
  const keys = [...new Set([...counts.map(({ element_key }) => element_key), ...incidents.keys()])].sort()
  return keys.map((elementId) => {
    const own = counts.filter(({ element_key }) => element_key === elementId)
    // The runs of a multi-instance activity are counted, its body only when there is no run.
    const runs = own.some(({ is_body }) => !is_body) ? own.filter(({ is_body }) => !is_body) : own
    const sum = (isOne: (count: ElementCount) => boolean) =>
      runs.filter(isOne).reduce((total, { count }) => total + count, 0)
    return {
      elementId,
      active: sum(({ is_open }) => is_open),
      completed: sum(({ is_open, is_cancelled }) => !is_open && !is_cancelled),
      cancelled: sum(({ is_open, is_cancelled }) => !is_open && is_cancelled),
      incidents: incidents.get(elementId) ?? 0,
    }
  })
}
