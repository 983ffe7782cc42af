import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator in memory: it creates a passkey of the Web Authentication API, and signs with it. */
export interface SoftPasskey {
  readonly id: string
  /** Answers what a server asks for in order to register the passkey. */
  register(options: { readonly challenge: string }, origin?: string): Record<string, unknown>
  /** Answers what a server asks for in order to sign in. */
  sign(options: { readonly challenge: string }, more?: { origin?: string; counter?: number }): Record<string, unknown>
}

const usual = 'http://localhost'

export function createSoftPasskey(): SoftPasskey {
  const credentialId = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = credentialId.toString('base64url')
  let counter = 0
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  return {
    id,
    register: ({ challenge }, origin = usual) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const data = Buffer.concat([authenticatorData(origin, 0x45, counter), attested])
      const object = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      })
    },
    sign: ({ challenge }, { origin = usual, counter: given } = {}) => {
      counter += 1
      const data = authenticatorData(origin, 0x05, given ?? counter)
      const client = clientData('webauthn.get', challenge, origin)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Hash of the relying party, flags (user present, verified, and with a key) and count of signatures. */
function authenticatorData(origin: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(new URL(origin).hostname).digest(), Buffer.from([flags]), count])
}

/** RFC 9053, section 7.1.1: an ES256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [first, second] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, first],
      [-3, second],
    ]),
  )
}

/** RFC 8949, as far as authenticators need it. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
