import type { AskedAction, AskedKind } from '@millrace/contract'
import { sql } from 'kysely'
import { findApplication } from '../../operations/applications/application.ts'
import { findDataList } from '../../operations/data-lists/data-list.ts'
import { refuseInstance } from '../../operations/instances/policy.ts'
import {
  canSeeDefinition,
  type DefinitionRights,
  noSuchProcess,
  refuseStart,
} from '../../operations/processes/policy.ts'
import { hasRight, needOn } from '../../operations/rights.ts'
import { noSuchTask, refuseTask, type TaskAction } from '../../operations/tasks/policy.ts'
import { findOpenTask } from '../../operations/tasks/task.ts'
import type { Right } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'

/** Asks a policy of the product whether a person may do something. Null: they may; otherwise the refusal. */
export type Decide = (person: Person) => Refusal | null

export interface AskedThing {
  readonly name: string
  readonly actions: Readonly<Partial<Record<AskedAction, Decide>>>
}

/** Finds an object with the policies that decide about it. Refuses with `thing.not-found`. */
export function findAsked(
  tx: Tx,
  person: Person,
  { kind, thing }: { readonly kind: AskedKind; readonly thing: string },
): Promise<AskedThing | Refusal> {
  return finders[kind](tx, person, thing)
}

type Finder = (tx: Tx, person: Person, thing: string) => Promise<AskedThing | Refusal>

const finders = {
  application: async (tx, { workplaceId }, id) => {
    const found = await findApplication(tx, workplaceId, id)
    if (found === null) return gone('an application')
    return {
      name: found.name,
      actions: {
        see: (p) => needOn(p, 'applications.read', id),
        design: (p) => needOn(p, 'applications.design', id),
        deploy: (p) => needOn(p, 'applications.deploy', id),
      },
    }
  },
  dataList: async (tx, { workplaceId }, id) => {
    const found = await findDataList(tx, workplaceId, id)
    if (found === null) return gone('a data list')
    return {
      name: found.name,
      actions: { see: (p) => needOn(p, 'data-lists.read', id), design: (p) => needOn(p, 'data-lists.design', id) },
    }
  },
  process: async (tx, { workplaceId }, key) => {
    const [row] = await runSql<DefinitionRights & { name: string | null }>(
      tx,
      sql`select d.key, d.name, d.is_startable, d.has_none_start, d.is_suspended, d.starter_users, d.starter_groups
        from process_listing l join process_definition d on d.workplace_id = l.workplace_id and d.id = l.definition_id
        where l.workplace_id = ${workplaceId} and l.key = ${key} order by l.tenant limit 1`,
    )
    if (row === undefined) return noSuchProcess()
    const by = (right: Right) => (p: Person) => needKey(p, right, key)
    return {
      name: row.name ?? row.key,
      actions: {
        see: (p) => (canSeeDefinition(p, row) ? null : noSuchProcess()),
        start: (p) => refuseStart(p, row),
        seeInstances: (p) => (isOperator(p) ? null : needKey(p, 'instances.read', key)),
        work: by('tasks.work'),
        operate: by('instances.operate'),
        suspend: by('definitions.operate'),
      },
    }
  },
  task: async (tx, { workplaceId }, id) => {
    const task = await findOpenTask(tx, workplaceId, id)
    if (task === null) return noSuchTask()
    const by = (action: TaskAction) => (p: Person) => refuseTask(p, action, task)
    return {
      name: task.taskKey,
      actions: {
        see: by('see'),
        claim: by('claim'),
        complete: by('complete'),
        assign: by('assign'),
        comment: by('comment'),
      },
    }
  },
  instance: async (tx, person, id) => {
    if (!isUuid(id)) return gone('an instance')
    const rights = await readInstanceRights(tx, person, { id })
    if (rights.processKey === null) return gone('an instance')
    return {
      name: `${rights.processKey} ${id}`,
      actions: {
        see: (p) => refuseInstance(p, 'see', rights),
        seeData: (p) => refuseInstance(p, 'see-data', rights),
        cancel: (p) => refuseInstance(p, 'cancel', rights),
        operate: (p) => refuseInstance(p, 'retry', rights),
      },
    }
  },
} as const satisfies Record<AskedKind, Finder>

function needKey(person: Person, right: Right, key: string): Refusal | null {
  if (hasRight(person, right, key)) return null
  return refuse('right.missing', 'Expected a role, an authorization or a permission of an own role, but there is none.')
}

function gone(one: string): Refusal {
  return refuse('thing.not-found', `Expected ${one} of this workplace, but there is none with this id.`)
}
