import { type Actor, systemActor } from '../../platform/db/actor.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * The actor of commands that create, suspend and delete workplaces: a person with access to the command line of the
 * server. Users of a workplace never are platform administrators.
 */
export interface PlatformAdministrator {
  readonly kind: 'platform'
  /** The command, such as `command workplace create north`. */
  readonly cause: string
}

export function platformActor({ cause }: PlatformAdministrator, workplaceId: string): Actor {
  return systemActor(workplaceId, cause)
}

/** Checks that a workplace may be deleted with all its data. Returns null if so, otherwise a refusal. */
export function refuseDeletion({
  reference,
  isDefault,
  suspendedAt,
}: {
  reference: string
  isDefault: boolean
  suspendedAt: Date | null
}): Refusal | null {
  if (isDefault)
    return refuse(
      'workplace.in-use',
      `Expected a workplace other than the default one. The default workplace “${reference}” cannot be deleted.`,
    )
  return suspendedAt === null
    ? refuse(
        'workplace.in-use',
        `Expected a suspended workplace, but “${reference}” is active. Suspend it first, and export it.`,
      )
    : null
}

/**
 * Checks that a workplace is not being moved or imported. Returns null if so, otherwise a refusal.
 *
 * @param isMoving whether an interrupted move has left rows in another database, although the workplace is open.
 */
export function refuseMoving(
  { reference, movingAt }: { reference: string; movingAt: Date | null },
  isMoving = movingAt !== null,
): Refusal | null {
  return isMoving || movingAt !== null
    ? refuse(
        'workplace.in-use',
        `Expected a workplace that is not being moved or imported, but “${reference}” is. If the command was interrupted, repeat it.`,
      )
    : null
}
