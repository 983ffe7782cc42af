import type { InstanceRow as InstanceAnswer, InstanceState, InstanceWait } from '@millrace/contract'
import type { People } from '../../runtime/rights/people.ts'
import { presentTitle } from '../../runtime/titles/instance-title.ts'
import type { InstanceRow } from './instance-queries.ts'

export function presentDefinition(row: {
  id: string
  key: string
  name: string | null
  version: number
}): InstanceAnswer['definition'] {
  const { id, key, name, version } = row
  return { id, key, name: name ?? key, version }
}

/** Presents an instance. @param waits the events and tasks that it waits for, oldest first. */
export function presentInstance(
  row: InstanceRow,
  { waits, people }: { readonly waits: readonly InstanceWait[]; readonly people: People },
): InstanceAnswer {
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
    startedBy: people.find(row.start_user_id),
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at === null ? null : row.ended_at.toISOString(),
    waitsAt: firstFew(waits.flatMap(({ step }) => step ?? [])),
    waitsFor: firstFew(waits.flatMap(({ assignee, candidates }) => assignee?.displayName ?? candidates)),
    waitingSince: waits[0]?.since ?? null,
  }
}

function firstFew(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, 3)
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
