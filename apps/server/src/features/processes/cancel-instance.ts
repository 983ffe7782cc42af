import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeForUser } from '../../runtime/execute/execute-for-user.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'

/** Ends an instance from outside, with those that it called and those that called it. Who did it and why is kept. */
export async function cancelInstance(
  runtime: Runtime,
  user: User,
  { id, reason }: { id: string; reason: string | undefined },
): Promise<void> {
  const { instance } = await runtime.db.read(user, (tx) => getVisibleInstance(tx, user, id, 'cancel'))
  if (instance.ended_at !== null) throw instanceIsOver()
  await executeForUser(runtime, actorOf(user), {
    target: { by: 'instance', id },
    command: { type: 'deleteInstance', instanceId: id, reason: reason === undefined || reason === '' ? null : reason },
    place: { rootId: instance.root_id, instanceId: id, elementInstanceId: null, elementId: null },
    gone: instanceIsOver,
  })
}

function instanceIsOver(): Refusal {
  return refuse('instance.over', 'Expected a running instance, but it has ended.')
}
