import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** The library is loaded with the first passkey, not with the server. */
const load = () => import('@simplewebauthn/server')

/** The address of the server for which a browser uses a passkey. A passkey belongs to its host name. */
export interface RelyingParty {
  readonly origin: string
  readonly id: string
  readonly name: string
}

export function relyingPartyOf(publicUrl: string, name: string): RelyingParty {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, id: hostname, name }
}

export interface Passkey {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

/** Returns the options for creating a passkey in a browser. Devices with one of the known passkeys are excluded. */
export async function createPasskeyOptions(
  party: RelyingParty,
  { userId, username, known }: { userId: string; username: string; known: readonly string[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: username,
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** Returns the passkey that a browser created; null when the answer is not valid for the challenge and this server. */
export async function readNewPasskey(
  party: RelyingParty,
  { attestation, challenge }: { attestation: unknown; challenge: string },
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await load()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: attestation as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    })
    if (!verified || registrationInfo === undefined) return null
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credentialId: id, publicKey, counter, transports }
  } catch {
    return null
  }
}

/** Returns the options for a sign-in with one of the passkeys. */
export async function createAssertionOptions(
  party: RelyingParty,
  passkeys: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports] as never,
    })),
  })
}

/**
 * Returns the new count of signatures when a passkey signed the challenge; null otherwise, also when the count did not
 * go up: then there may be a copy of the passkey (Web Authentication Level 2, section 6.1.1).
 */
export async function findNewCounter(
  party: RelyingParty,
  { assertion, challenge, passkey }: { assertion: unknown; challenge: string; passkey: Passkey },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Returns the id of the passkey that an answer of a browser names. */
export function credentialIdOf(assertion: unknown): string | null {
  const id = typeof assertion === 'object' && assertion !== null && 'id' in assertion ? assertion.id : null
  return typeof id === 'string' ? id : null
}
