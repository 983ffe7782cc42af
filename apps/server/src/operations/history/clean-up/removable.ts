import type { Statement } from '../../../platform/db/batch.ts'

export type RemovalStrategy = 'end' | 'start' | 'none'

/** The number of instances that one portion of the clean-up deletes, without the instances that they called. */
export const portion = 20
const calledPortion = 100

/** The SQL condition that no instance of the hierarchy is running, because files and values are shared within it. */
const isOver = `not exists (select from instance i where i.workplace_id = $1 and i.root_id = h.root_id)`
/** SQL condition: the subject has no removal time of its own. */
const hasNoTime = `not exists (select from removal_time s where s.workplace_id = $1 and s.subject_id = h.id)`
/**
 * SQL condition: the instance is deleted by itself. Called instances are deleted with their root, unless the root was
 * deleted before.
 */
const standsForItself = `(h.id = h.root_id or not exists (select from history_instance r where r.workplace_id = $1 and r.id = h.root_id))`

const beforeAll = ['-infinity', '00000000-0000-0000-0000-000000000000'] as const

/**
 * Returns the query for definitions whose instances are deleted after some time, in order, starting after the given
 * one.
 */
export function lifetimesStatement(workplaceId: string, fromId: string | null): Statement {
  return {
    name: 'history_lifetimes',
    text: `select id, history_time_to_live from (
        select id, history_time_to_live from process_definition where workplace_id = $1 and history_time_to_live is not null
        union all select id, history_time_to_live from former_definition where workplace_id = $1 and history_time_to_live is not null) d
      where id >= $2::uuid order by id limit 200`,
    values: [workplaceId, fromId ?? beforeAll[1]],
  }
}

/** Returns the query for instances of a definition that ended, or started, before a time: their ids and times. */
export function expiredStatement(
  workplaceId: string,
  {
    definitionId,
    before,
    by,
    after,
  }: { definitionId: string; before: string; by: 'end' | 'start'; after: readonly string[] | null },
): Statement {
  const column = by === 'end' ? 'ended_at' : 'started_at'
  return {
    name: `history_instance_expired_${by}`,
    text: `select h.id, to_json(h.ended_at)#>>'{}' from history_instance h
      where h.workplace_id = $1 and h.definition_id = $2 and h.${column} <= $3::timestamptz and (h.ended_at, h.id) > ($4::timestamptz, $5::uuid)
        and ${standsForItself} and ${hasNoTime} and ${isOver}
      order by h.ended_at, h.id limit ${portion}`,
    values: [workplaceId, definitionId, before, ...(after ?? beforeAll)],
  }
}

/**
 * Returns the query for instances and evaluations of decisions whose own removal time has passed: id, time and kind.
 */
export function dueStatement(workplaceId: string, now: string, after: readonly string[] | null): Statement {
  return {
    name: 'history_removal_due',
    text: `select s.subject_id, to_json(s.removal_at)#>>'{}', case when h.id is not null then 'instance' when f.id is not null then 'decision' end
      from (select subject_id, removal_at from removal_time where workplace_id = $1 and removal_at <= $2::timestamptz and (removal_at, subject_id) > ($3::timestamptz, $4::uuid)
        order by removal_at, subject_id limit 200) s
      left join lateral (select h.id from history_instance h where h.workplace_id = $1 and h.id = s.subject_id and ${isOver}) h on true
      left join lateral (select f.id from history_fact f where f.workplace_id = $1 and f.id = s.subject_id and f.kind = 'decision-evaluated'
        and not exists (select from instance i where i.workplace_id = $1 and i.id = f.instance_id)) f on true
      order by s.removal_at, s.subject_id`,
    values: [workplaceId, now, ...(after ?? beforeAll)],
  }
}

/** Returns the query for called instances, which are deleted together with the instances that called them. */
export function calledStatement(workplaceId: string, rootIds: readonly string[]): Statement {
  return {
    name: 'history_instance_called_by',
    text: `select h.id from history_instance h where h.workplace_id = $1 and h.root_id = any($2::uuid[]) and h.id <> h.root_id and ${hasNoTime} limit ${calledPortion}`,
    values: [workplaceId, rootIds],
  }
}

/**
 * Returns the query for ended instances of definitions with history level `none`: their ids and times. The daily
 * figures have already counted these instances.
 */
export function unkeptStatement(workplaceId: string, before: string, after: readonly string[] | null): Statement {
  return {
    name: 'history_instance_unkept',
    text: `select h.id, to_json(h.ended_at)#>>'{}' from history_instance h
      where h.workplace_id = $1 and h.definition_id in (select id from process_definition where workplace_id = $1 and history_level = 'none'
          union all select id from former_definition where workplace_id = $1 and history_level = 'none')
        and h.ended_at <= $2::timestamptz and (h.ended_at, h.id) > ($3::timestamptz, $4::uuid) and ${standsForItself} and ${hasNoTime} and ${isOver}
      order by h.ended_at, h.id limit ${portion}`,
    values: [workplaceId, before, ...(after ?? beforeAll)],
  }
}

export function oldTasksStatement(workplaceId: string, before: string): Statement {
  return {
    name: 'history_task_old',
    text: `select id from history_task where workplace_id = $1 and instance_id = id and ended_at <= $2::timestamptz order by ended_at, id limit 100`,
    values: [workplaceId, before],
  }
}
