import type { Role } from '@millrace/contract'

/** The identity of a single sign-on user, as the provider reports it. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** Null when no claim contains a valid user name. */
  readonly username: string | null
  readonly email: string | null
  /** Whether the provider has verified the email address. Only a verified address may identify an account. */
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  /** The roles that the provider gives; null when roles are managed in the workplace. */
  readonly roles: readonly Role[] | null
  /**
   * The own roles that the provider manages, and those of them that it gives. Missing: own roles are managed in the
   * workplace.
   */
  readonly ownRoles?: { readonly managed: readonly string[]; readonly given: readonly string[] }
  /** References in lower case; null when the provider does not say. */
  readonly workplaces: readonly string[] | null
}
