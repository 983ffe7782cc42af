import { indexModel, type ProcessModel } from '@millrace/bpmn'
import type { ElementInstance } from '@millrace/engine'
import type { Ids } from '../ids.ts'
import type { ActivityInstanceRow } from '../source/rows.ts'

/**
 * Determines the sequence flow by which each waiting token reached its join. Camunda stores only the number of tokens:
 * the history gives the activity before each. Without history, the flows are those that no other token can still take.
 */
export function inferFlows(
  model: ProcessModel,
  elements: readonly ElementInstance[],
  activities: readonly ActivityInstanceRow[],
  activityIds: ReadonlyMap<string, string>,
  ids: Ids,
): ElementInstance[] {
  const index = indexModel(model)
  const byId = new Map(activities.map((row) => [row.id_, row]))
  const taken = new Map<string, Set<string>>()
  const found = new Map<string, string>()
  const waiting = elements.filter(({ state }) => state === 'joining' || state === 'before')
  for (const element of waiting.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))) {
    const incoming = index.listIncoming(element.elementId)
    const place = `${element.parentId} ${element.elementId}`
    const others = taken.get(place) ?? new Set<string>()
    taken.set(place, others)
    const row = byId.get(activityIds.get(element.id) ?? '')
    const ranked = incoming
      .map(({ id, sourceId }) => ({
        id,
        isTaken: others.has(id),
        isOpen: canStillCome(model, elements, element, id),
        rank: row === undefined ? 0 : rankOf(activities, row, sourceId),
        isOfToken:
          row !== undefined &&
          activities.some(
            (one) =>
              one.act_id_ === sourceId && one.end_time_ !== null && ids.of(one.execution_id_) === element.tokenId,
          ),
      }))
      .sort(
        (a, b) =>
          Number(a.isTaken) - Number(b.isTaken) ||
          b.rank - a.rank ||
          Number(b.isOfToken) - Number(a.isOfToken) ||
          Number(a.isOpen) - Number(b.isOpen),
      )
    const best = ranked[0]?.id
    if (best === undefined) continue
    others.add(best)
    found.set(element.id, best)
  }
  return elements.map((element) => ({ ...element, flowId: found.get(element.id) ?? element.flowId }))
}

/**
 * Returns how likely an activity is the one before an arrival: higher when it ended at the moment of the arrival, one
 * step of the same path before.
 */
function rankOf(activities: readonly ActivityInstanceRow[], arrival: ActivityInstanceRow, sourceId: string): number {
  const at = Date.parse(arrival.start_time_)
  const sequence = Number(arrival.sequence_counter_ ?? 0)
  let best = 0
  for (const one of activities) {
    if (one.act_id_ !== sourceId && one.act_id_ !== `${sourceId}#multiInstanceBody`) continue
    if (one.parent_act_inst_id_ !== arrival.parent_act_inst_id_ || one.end_time_ === null || one.act_inst_state_ === 2)
      continue
    const before = at - Date.parse(one.end_time_)
    const steps = sequence - Number(one.sequence_counter_ ?? 0)
    if (before < 0 || steps < 0) continue
    const near = before === 0 ? 1000 : 1000 / (1 + before)
    const close = one.execution_id_ === arrival.execution_id_ ? 2000 : 0
    best = Math.max(best, 1 + near + close + 500 / (1 + steps))
  }
  return best
}

/** Whether a token elsewhere in the scope can still take a flow. */
function canStillCome(
  model: ProcessModel,
  elements: readonly ElementInstance[],
  { parentId, elementId: joinId }: ElementInstance,
  flowId: string,
): boolean {
  const index = indexModel(model)
  const source = index.findFlow(flowId)?.sourceId
  if (source === undefined) return false
  const reaching = new Set([source])
  for (const id of reaching) {
    for (const { sourceId } of index.listIncoming(id)) if (sourceId !== joinId) reaching.add(sourceId)
    const element = index.findElement(id)
    if (element?.type === 'boundaryEvent') reaching.add(element.attachedToId)
  }
  return elements.some(
    (one) =>
      one.parentId === parentId &&
      one.elementId !== joinId &&
      one.state !== 'compensable' &&
      reaching.has(one.elementId),
  )
}
