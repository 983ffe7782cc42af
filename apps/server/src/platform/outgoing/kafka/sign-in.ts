import {
  ResponseError,
  type SASLMechanismValue,
  saslAuthenticateV2,
  saslHandshakeV1,
  saslPlain,
  saslScramSha,
} from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'
import type { KafkaPlace } from '../topics.ts'
import { codeOf } from './describe-fault.ts'
import type { Wire } from './open-wire.ts'

/** Rounds of PBKDF2 that a broker may ask for. More would block a thread for seconds. */
const maxRounds = 500_000

/**
 * Signs in at a broker by SASL, if the connection signs in.
 *
 * @throws OutgoingFailure where the broker refuses.
 */
export async function signIn(wire: Wire, host: string, place: KafkaPlace): Promise<void> {
  if (place.signIn === 'none') return
  const mechanism = place.signIn.toUpperCase() as SASLMechanismValue
  try {
    await wire.ask(saslHandshakeV1.api, mechanism)
    await authenticate(wire, place)
  } catch (error) {
    throw describeRefusal(error, host, place)
  }
}

async function authenticate({ connection }: Wire, { signIn, username, secret }: KafkaPlace): Promise<void> {
  const { api } = saslAuthenticateV2
  if (signIn === 'plain') {
    await saslPlain.authenticate(api, connection, username, secret)
    return
  }
  const algorithm = signIn === 'scram-sha-256' ? 'SHA-256' : 'SHA-512'
  const crypto: saslScramSha.ScramCryptoModule = {
    ...saslScramSha.defaultCrypto,
    hi: async (definition, password, salt, rounds) => {
      if (!(rounds <= maxRounds)) throw new OutgoingFailure(`Expected at most ${maxRounds} rounds for the password.`)
      return saslScramSha.defaultCrypto.hi(definition, password, salt, rounds)
    },
  }
  await saslScramSha.authenticate(api, connection, algorithm, username, secret, crypto)
}

/** A broker that does not know a mechanism. */
const unsupported = 33

function describeRefusal(error: unknown, host: string, { signIn, username }: KafkaPlace): unknown {
  if (error instanceof OutgoingFailure) return error
  if (error instanceof ResponseError && codeOf(error) === unsupported)
    return new OutgoingFailure(
      `Expected ${host} to offer the sign-in ${signIn.toUpperCase()}, but it does not. Choose another sign-in.`,
      { isFinal: true },
    )
  const cause = error instanceof Error ? error.cause : null
  // The connection has ended, which is no refusal.
  if (cause instanceof OutgoingFailure) return cause
  return new OutgoingFailure(
    `Expected ${host} to let “${username}” in, but it refuses. Check the user name and the password.`,
    { isFinal: true },
  )
}
