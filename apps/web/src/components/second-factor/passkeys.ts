import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The error for a passkey that was not used: the user cancelled, or the browser refused it. */
export class PasskeyStopped extends Error {}

type Answer = Record<string, unknown>

/** Returns whether the browser can use passkeys at this address. */
export function hasPasskeys(): boolean {
  return globalThis.isSecureContext !== false && typeof PublicKeyCredential === 'function'
}

/** Creates a passkey. @throws PasskeyStopped */
export async function createPasskey(options: Answer): Promise<Answer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return stopped(() => startRegistration({ optionsJSON }))
}

/** Signs with a passkey. @throws PasskeyStopped */
export async function signWithPasskey(options: Answer): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return stopped(() => startAuthentication({ optionsJSON }))
}

async function stopped(ask: () => Promise<object>): Promise<Answer> {
  try {
    return { ...(await ask()) }
  } catch (error) {
    throw new PasskeyStopped('Expected a passkey, but none was used.', { cause: error })
  }
}
