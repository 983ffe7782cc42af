import type { RelyingParty } from '../../platform/auth/second-factor/passkey.ts'
import type { OperationContext } from '../operation-context.ts'

/** The dependencies of second factors, including the secret of the installation. */
export interface FactorContext extends OperationContext {
  readonly secret: string
}

/** The name of the product that authenticator apps and lists of passkeys show. */
export const factorIssuer = 'Millrace'

export interface AtServer {
  readonly party: RelyingParty
}
