import type { Role } from '@millrace/contract'

/** The identity of a single sign-on user, as the provider reports it. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** Null when no claim has a name that can be one here. */
  readonly username: string | null
  readonly email: string | null
  /** Whether the provider has made sure of the email: only then it may lead to an account. */
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  /** Null when roles are given here. */
  readonly roles: readonly Role[] | null
  /** Own roles that the provider decides on, and those of them that it gives. Left out: they are given here. */
  readonly ownRoles?: { readonly managed: readonly string[]; readonly given: readonly string[] }
  /** References in lower case; null when the provider does not say. */
  readonly workplaces: readonly string[] | null
}
