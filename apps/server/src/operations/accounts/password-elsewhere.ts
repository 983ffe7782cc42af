import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** Returns the refusal for a password of a user who signs in with the password of a directory. */
export function passwordElsewhere(): Refusal {
  return refuse(
    'password.elsewhere',
    'Expected a user with a password here, but this user signs in with the password of a directory. Change it there.',
  )
}
