import { type Actor, systemActor } from '../../platform/db/actor.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Who makes, closes and deletes workplaces: whoever may run the program's commands on the machine. No user of a
 * workplace is one, whatever their roles.
 */
export interface PlatformAdministrator {
  readonly kind: 'platform'
  /** The command, such as `command workplace create north`. */
  readonly cause: string
}

export function platformActor({ cause }: PlatformAdministrator, workplaceId: string): Actor {
  return systemActor(workplaceId, cause)
}

/** Null when the workplace may be deleted with all that it has. */
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
      `Expected another workplace than the default one, but “${reference}” is it. It cannot be deleted.`,
    )
  return suspendedAt === null
    ? refuse(
        'workplace.in-use',
        `Expected a suspended workplace, but people may be at work in “${reference}”. Suspend it first, and export it.`,
      )
    : null
}
