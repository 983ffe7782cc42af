import type { Statement } from '../../platform/db/batch.ts'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'
import { rootTable } from '../save/tables.ts'
import { joinText, neighboursTexts, partTexts, scopeText, watchingText, wholeTexts } from './load-texts.ts'
import { type ManyTarget, mapTargets, type Target, tables } from './target.ts'

/**
 * Returns the statement that waits for the lock of a root, increases its revision and returns it. Rows are loaded by a
 * separate statement afterwards, so that it sees the state after the wait.
 */
export function lockStatement(workplaceId: string, target: Target): Statement {
  return {
    name: `lock_${target.by}`,
    text: lockTexts[target.by],
    values: [workplaceId, target.id],
  }
}

/** The name of statements that fail when a root has changed. */
export const guardName = 'guard_revision'

/**
 * Returns the statement that locks a root and increases its revision. It fails when the revision is not the expected
 * one, and then nothing of the batch is committed. A root that ends with the batch is only locked.
 */
export function guardStatement(
  workplaceId: string,
  { id, definitionId, revision }: { readonly id: string; readonly definitionId: string; readonly revision: number },
  isEnding: boolean,
): Statement {
  const table = definitionId === id || definitionId === standaloneTasks.id ? rootTable : 'instance'
  const root = 'workplace_id = $1 and id = $2 and revision = $3'
  const values = [workplaceId, id, revision]
  return isEnding
    ? {
        name: `${guardName}_of_end_${table}`,
        text: `select 1 / count(*) from (select id from ${table} where ${root} for no key update) i`,
        values,
      }
    : {
        name: `${guardName}_${table}`,
        text: `with i as (update ${table} set revision = revision + 1 where ${root} returning id) select 1 / count(*) from i`,
        values,
      }
}

/** A query for one column of ids, of which `$1` is the workplace. */
export type RootsQuery = Statement

/** Returns the query for the roots of many objects of one kind. */
export function rootsOf(workplaceId: string, by: ManyTarget, ids: readonly string[]): RootsQuery {
  return {
    name: `roots_of_${by}`,
    text: `select root_id from ${tables[by]} where workplace_id = $1 and id = any($2)`,
    values: [workplaceId, ids],
  }
}

/** Returns the query of the roots of instances, and of roots themselves. */
export function rootsOfAll(
  workplaceId: string,
  { instances, roots }: { readonly instances: readonly string[]; readonly roots: readonly string[] },
): RootsQuery {
  return {
    name: 'roots_of_all',
    text: 'select root_id from instance where workplace_id = $1 and id = any($2::uuid[]) union all select unnest($3::uuid[])',
    values: [workplaceId, instances, roots],
  }
}

/**
 * Returns the statements that lock many roots in a fixed order and increase their revisions: processes first, then
 * others.
 */
export function lockRootsStatements({ name, text, values }: RootsQuery): Statement[] {
  return ['instance', rootTable].map((table) => ({
    name: `lock_${name}_${table}`,
    text: `with locked as (select id from ${table} where workplace_id = $1 and id in (${text}) order by id for no key update)
      update ${table} t set revision = revision + 1 from locked where t.workplace_id = $1 and t.id = locked.id returning t.id`,
    values,
  }))
}

/** Returns the statement that locks another root without waiting. It returns no row when the root is locked. */
export function tryLockStatement(workplaceId: string, rootId: string): Statement {
  return {
    name: 'try_lock_root',
    text: `update instance set revision = revision + 1 where workplace_id = $1 and id = (
        select id from instance where workplace_id = $1 and id = $2 for no key update skip locked) returning id, revision`,
    values: [workplaceId, rootId],
  }
}

/**
 * Returns the statement that loads a root as one row with one JSON column: all of a small root, and for a big root only
 * that it is big.
 */
export function loadStatement(workplaceId: string, target: Target): Statement {
  return { name: `load_${target.by}`, text: wholeTexts[target.by], values: [workplaceId, target.id] }
}

/**
 * The part of a big root to load: elements with their enclosing scopes, also with elements created at about the same
 * time, a scope with everything below it, the arrivals at one join, or subscriptions that watch variables.
 */
export type Part =
  | { readonly kind: 'target' | 'neighbours'; readonly target: Target }
  | { readonly kind: 'element'; readonly id: string }
  | { readonly kind: 'scope'; readonly id: string }
  | { readonly kind: 'join'; readonly scopeId: string; readonly elementId: string }
  | { readonly kind: 'watching' }

export function loadPartStatement(workplaceId: string, rootId: string, part: Part): Statement {
  switch (part.kind) {
    case 'target':
      return {
        name: `load_part_${part.target.by}`,
        text: partTexts[part.target.by],
        values: [workplaceId, part.target.id, rootId],
      }
    case 'neighbours':
      return {
        name: `load_neighbours_${part.target.by}`,
        text: neighboursTexts[part.target.by],
        values: [workplaceId, part.target.id, rootId],
      }
    case 'element':
      return { name: 'load_part_element', text: partTexts.element, values: [workplaceId, part.id, rootId] }
    case 'scope':
      return { name: 'load_part_scope', text: scopeText, values: [workplaceId, part.id, rootId] }
    case 'join':
      return { name: 'load_part_join', text: joinText, values: [workplaceId, part.scopeId, rootId, part.elementId] }
    case 'watching':
      return { name: 'load_part_watching', text: watchingText, values: [workplaceId, rootId, rootId] }
  }
}

/** Most roots are process instances: a second table is looked at only for what may be of another root. */
const lockTexts = mapTargets(({ root, isOfProcess }) => {
  const lock = (table: string) =>
    `update ${table} set revision = revision + 1 where workplace_id = $1 and id = (${root}) returning id, revision`
  if (isOfProcess) return lock('instance')
  return `with i as (${lock('instance')}), r as (${lock(rootTable)}) select id, revision from i union all select id, revision from r`
})
