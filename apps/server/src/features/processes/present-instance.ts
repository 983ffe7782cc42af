import { isGateway } from '@millrace/bpmn'
import type { InstanceRow as InstanceAnswer, InstanceState } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { presentTitle } from '../../runtime/titles/instance-title.ts'
import type { InstanceRow, listWaiting } from './instance-queries.ts'

export function presentDefinition(row: {
  id: string
  key: string
  name: string | null
  version: number
}): InstanceAnswer['definition'] {
  const { id, key, name, version } = row
  return { id, key, name: name ?? key, version }
}

/** @param waitsAt names of what it waits at, oldest first. */
export function presentInstance(row: InstanceRow, waitsAt: readonly string[]): InstanceAnswer {
  return {
    id: row.id,
    businessKey: row.business_key,
    title: titleOf(row),
    definition: presentDefinition({
      id: row.definition_id,
      key: row.key ?? '',
      name: row.name,
      version: row.version ?? 0,
    }),
    state: stateOf(row),
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at === null ? null : row.ended_at.toISOString(),
    waitsAt: [...new Set(waitsAt)].slice(0, 3),
  }
}

export function titleOf({ id, title, business_key, name, key }: InstanceRow): string {
  return presentTitle({ id, title, businessKey: business_key, process: name ?? key ?? '' })
}

export function stateOf({
  ended_at,
  outcome,
  has_incident,
  is_suspended,
}: Pick<InstanceRow, 'ended_at' | 'outcome' | 'has_incident' | 'is_suspended'>): InstanceState {
  if (ended_at !== null) return outcome === 'deleted' ? 'cancelled' : 'completed'
  if (has_incident) return 'incident'
  return is_suspended ? 'suspended' : 'active'
}

/** What a person calls the element that is waited at: the task's name, the model's, else its key. Gateways have no name worth telling. */
export function nameWaiting(
  { element_key, task_name }: Awaited<ReturnType<typeof listWaiting>>[number],
  definition: Definition | null,
): string | null {
  const element = definition?.model.elements[element_key]
  if (task_name !== null) return task_name
  if (element !== undefined && isGateway(element)) return element.name
  return element?.name ?? element_key
}
