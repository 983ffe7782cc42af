import type { OauthClient } from '@millrace/contract'
import type { OutgoingAnswer, OutgoingRequest } from '../../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { basicOfClient } from './reached.ts'

export interface NewToken {
  readonly token: string
  /** The validity of the token in seconds. */
  readonly seconds: number
  /** The refresh token for the next request; null: the current one stays valid. */
  readonly refreshToken: string | null
}

/** Returns the request for an access token (RFC 6749, sections 4.4.2 and 6). */
export function tokenRequest(
  { tokenUrl, clientId, clientAuth, grant, scope }: OauthClient,
  { secret, refreshToken }: { readonly secret: string; readonly refreshToken: string },
): Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'> {
  const isInHeader = clientAuth === 'header'
  const form = new URLSearchParams({
    grant_type: grant === 'client' ? 'client_credentials' : 'refresh_token',
    ...(grant === 'refresh' && { refresh_token: refreshToken }),
    ...(scope !== '' && { scope }),
    ...(!isInHeader && { client_id: clientId, ...(secret !== '' && { client_secret: secret }) }),
  })
  const basic = Buffer.from(basicOfClient(clientId, secret)).toString('base64')
  return {
    method: 'POST',
    url: tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(isInHeader && { authorization: `Basic ${basic}` }),
    },
    body: form.toString(),
  }
}

/** The life of a token in seconds when the service does not state it. */
const usualSeconds = 300
const longestToken = 10_000
const longestCode = 100

/**
 * Reads the access token in the answer of a token request.
 *
 * @throws OutgoingFailure when the answer has no usable token.
 */
export function readToken(
  { tokenUrl, grant }: Pick<OauthClient, 'tokenUrl' | 'grant'>,
  { statusCode, body }: Pick<OutgoingAnswer, 'statusCode' | 'body'>,
): NewToken {
  const { host } = new URL(tokenUrl)
  const answer = readObject(body)
  if (statusCode !== 200) {
    // A code (RFC 6749, section 5.2). What is longer is left out: half a secret would not be found in it.
    const said = typeof answer.error === 'string' && answer.error.length <= longestCode ? ` (${answer.error})` : ''
    const isOver = grant === 'refresh' && answer.error === 'invalid_grant'
    throw new OutgoingFailure(
      `Expected ${host} to give a token, but it answered with the status ${statusCode}${said}.${isOver ? ' Enter a new refresh token.' : ' Check the sign-in.'}`,
      { isFinal: statusCode >= 400 && statusCode < 500 && statusCode !== 429 && statusCode !== 408 },
    )
  }
  const { access_token: token, token_type: type = 'bearer', expires_in: seconds, refresh_token: next } = answer
  // RFC 6750, section 2.1.
  if (typeof token !== 'string' || token.length > longestToken || !/^[\w.~+/=-]+$/.test(token))
    throw unusable(host, 'no access token that can be sent')
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw unusable(host, 'another type of token')
  const given = Number(seconds)
  return {
    token,
    seconds: Number.isFinite(given) && given > 0 ? Math.min(given, 86_400) : usualSeconds,
    refreshToken: typeof next === 'string' && next !== '' && next.length <= longestToken ? next : null,
  }
}

function unusable(host: string, what: string): OutgoingFailure {
  return new OutgoingFailure(`Expected ${host} to give a bearer token, but its answer has ${what}.`, { isFinal: true })
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
