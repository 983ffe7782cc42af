import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { annotateIncident as annotate } from '../../runtime/execute/annotate-incident.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseIncident } from './policy.ts'

/** Writes or deletes the note of an incident. Returns null on success, otherwise a refusal. */
export async function annotateIncident(
  context: OperationContext,
  request: Request,
  { id, annotation }: { id: string; annotation: string | null },
): Promise<Refusal | null> {
  const refusal = await refuseIncident(context, request, { kind: 'incident', id })
  if (refusal !== null) return refusal
  const isThere = await annotate(context.runtime, actorOf(request), { id, annotation })
  return isThere ? null : refuse('thing.not-found', 'Expected an open incident, but there is none with this id.')
}
