import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseIncident } from './policy.ts'

/** Writes a note to an incident, or takes it away. Null when it is done. */
export async function annotateIncident(
  { db, runtime, clock }: OperationContext,
  user: User,
  { id, annotation }: { id: string; annotation: string | null },
): Promise<Refusal | null> {
  const refusal = refuseIncident(user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'incident_annotate',
        text: `with changed as (update incident set annotation = $3 where workplace_id = $1 and id = $2 returning id, instance_id, element_id)
          insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data)
          select $1::uuid, instance_id, $4::uuid, $5::timestamptz, 'incident-annotated', id, element_id, $6, jsonb_build_object('annotation', $3::text)
          from changed where instance_id is not null returning id`,
        values: [user.workplaceId, id, annotation, runtime.newId(), clock().toISOString(), user.username],
      },
    ]),
  )
  return rows?.[0] === undefined
    ? refuse('thing.not-found', 'Expected an open incident, but there is none with this id.')
    : null
}
