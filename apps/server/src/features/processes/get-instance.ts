import type { AnswerOf, processCalls } from '@millrace/contract'
import { findSentStart } from '../../operations/instances/load-sent-form.ts'
import { can, type InstanceAction, noSuchInstance, refuseInstance } from '../../operations/instances/policy.ts'
import { seenJobs } from '../../operations/jobs/policy.ts'
import { refuseStart } from '../../operations/processes/policy.ts'
import { hasRight } from '../../operations/rights.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { type InstanceRights, readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { findNewest } from './definition-queries.ts'
import { findInstance, type InstanceRow } from './instance-queries.ts'
import { readWaits } from './instance-waits.ts'
import { presentInstance, titleOf } from './present-instance.ts'
import { countData } from './variable-queries.ts'

/** The number of waiting steps that are returned. */
const maxWaits = 20

export async function getInstance(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.instance>> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const { instance, rights } = await getVisibleInstance(tx, user, id)
    const seesData = can(user, 'see-data', rights)
    const [waits, people, caller, counts, startAgain] = await Promise.all([
      readWaits(runtime, tx, workplaceId, { instances: [instance], most: maxWaits }),
      readPeople(tx, workplaceId, [instance.start_user_id]),
      readCaller(tx, user, instance),
      seesData ? countData(tx, workplaceId, instance) : { variables: 0, incidents: 0 },
      findStartAgain(runtime, tx, user, instance),
    ])
    const isRunning = instance.ended_at === null
    return {
      ...presentInstance(instance, { waits: waits.get(id) ?? [], people }),
      waits: waits.get(id) ?? [],
      caller,
      reason: instance.reason,
      startAgain,
      counts,
      permissions: {
        cancel: isRunning && can(user, 'cancel', rights),
        retry: isRunning && can(user, 'retry', rights),
        restart: !isRunning && hasRight(user, 'instances.restart', rights.processKey),
        seeVariables: seesData,
        seeIncidents: seesData,
        seeJobs: reaches(seenJobs(user), rights.processKey),
        seeBatches: isOperator(user) || hasRight(user, 'instances.operate', rights.processKey),
      },
    }
  })
}

export interface VisibleInstance {
  readonly instance: InstanceRow
  readonly rights: InstanceRights
}

/**
 * Finds an instance in one round trip.
 *
 * @throws Refusal when it does not exist for the user, or they may not do this to it.
 */
export async function getVisibleInstance(
  tx: Tx,
  user: Person,
  id: string,
  action: InstanceAction = 'see',
): Promise<VisibleInstance> {
  if (!isUuid(id)) throw noSuchInstance()
  const [instance, rights] = await Promise.all([
    findInstance(tx, user.workplaceId, id),
    readInstanceRights(tx, user, { id }),
  ])
  if (instance === null) throw noSuchInstance()
  const refusal = refuseInstance(user, action, rights)
  if (refusal !== null) throw refusal
  return { instance, rights }
}

/** Null where somebody else started it, or not by a form, or the process cannot be started by them any more. */
async function findStartAgain(runtime: Runtime, tx: Tx, user: Person, instance: InstanceRow): Promise<string | null> {
  const { workplaceId, username } = user
  if (instance.start_user_id !== username) return null
  const newest = await findNewest(tx, workplaceId, instance.definition_id)
  if (newest === null || refuseStart(user, newest) !== null) return null
  // Of an ended instance nothing else reads the model: where it cannot be read, the rest is shown all the same.
  const definition = await findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }).catch(
    (error: unknown) => {
      if (hasLostDatabase(error)) throw error
      return null
    },
  )
  return definition === null || findSentStart(definition, instance) === undefined ? null : newest.id
}

/** Null where there is none, or it is not for the user to see: what it is called may say what it is about. */
async function readCaller(
  tx: Tx,
  user: Person,
  { caller_instance_id: id, root_id }: InstanceRow,
): Promise<AnswerOf<typeof processCalls.instance>['caller']> {
  if (id === null) return null
  const [caller, rights] = await Promise.all([
    findInstance(tx, user.workplaceId, id),
    readInstanceRights(tx, user, { id, root_id }),
  ])
  if (caller === null || !can(user, 'see', rights)) return null
  return { instanceId: caller.id, title: titleOf(caller) }
}
