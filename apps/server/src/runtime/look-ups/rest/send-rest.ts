import { externalLimits, type RestConnection } from '@millrace/contract'
import type { OutgoingAnswer, OutgoingClient, OutgoingRequest } from '../../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { Gate } from './gate.ts'
import type { Opened, Reached } from './reached.ts'
import type { Tokens } from './tokens.ts'

export interface RestCall {
  readonly reached: Reached
  readonly settings: RestConnection
  readonly opened: Opened
  /** The request with its sign-in, unless an access token has to be fetched first. */
  readonly request: Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'>
  /** Whether it does no harm to carry it out twice. */
  readonly isRepeatable: boolean
  /** A test, which is sent however many calls have failed before. */
  readonly isTest: boolean
  readonly timeoutMs: number
  /** Called with each secret that is obtained during the call, so that logs hide it. */
  readonly onSecret: (secret: string) => void
}

/** Sends the requests of REST connections. */
export interface RestSender {
  /** @throws OutgoingFailure where there is no answer. */
  send(call: RestCall): Promise<OutgoingAnswer>
}

interface SenderOptions {
  readonly outgoing: OutgoingClient
  readonly tokens: Tokens
  readonly gate: Gate
}

const firstPauseMs = 200

export function createRestSender({ outgoing, tokens, gate }: SenderOptions): RestSender {
  const sendOnce = async (call: RestCall, deadline: number, refused: string | null = null): Promise<OutgoingAnswer> => {
    const { settings, opened, request, onSecret, reached } = call
    const way = wayOf(settings, opened)
    const isOauth = settings.signIn === 'oauth'
    const token = isOauth
      ? await tokens.get({ reached, settings, opened, way, deadline, refused, onSecret }).catch(beforeSending)
      : null
    const answer = await outgoing.send({
      ...request,
      headers: token === null ? request.headers : { ...request.headers, authorization: `Bearer ${token}` },
      ...way,
      timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
      maxBytes: externalLimits.answer,
      followsRedirects: true,
    })
    // A service that knows the token no more has done nothing.
    return token !== null && refused === null && answer.statusCode === 401 ? sendOnce(call, deadline, token) : answer
  }

  const sendCounted = async (call: RestCall, deadline: number): Promise<OutgoingAnswer> => {
    const hadFailures = call.isTest ? true : await gate.enter(call, deadline)
    let isFailure = true
    try {
      const answer = await sendOnce(call, deadline)
      isFailure = answer.statusCode >= 500
      return answer
    } catch (error) {
      // What is wrong here says nothing of the other side.
      isFailure = !(error instanceof OutgoingFailure && error.isFinal)
      throw error
    } finally {
      await gate.leave(call, { isFailure, hadFailures })
    }
  }

  return {
    send: async (call) => {
      const deadline = performance.now() + call.timeoutMs
      for (let tries = 0; ; tries++) {
        const ended = await sendCounted(call, deadline).catch((error: unknown) => {
          if (error instanceof OutgoingFailure) return error
          throw error
        })
        const pauseMs = pauseAfter(ended, { call, tries })
        if (pauseMs !== null && performance.now() + pauseMs < deadline) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
          continue
        }
        if (ended instanceof OutgoingFailure) throw ended
        return ended
      }
    },
  }
}

/** Nothing of the request itself has left then. */
function beforeSending(error: unknown): never {
  if (!(error instanceof OutgoingFailure)) throw error
  const { message, isFinal, isPrivateAddress, detail } = error
  throw new OutgoingFailure(message, { isFinal, isPrivateAddress, detail })
}

/** Statuses of a service that has not carried out the request, and of those by which nobody knows. */
const refused: ReadonlySet<number> = new Set([429])
const passing: ReadonlySet<number> = new Set([408, 425, 500, 502, 503, 504])

/** How long to wait before the request is sent again; null: it is not. */
function pauseAfter(
  ended: OutgoingAnswer | OutgoingFailure,
  { call: { settings, isRepeatable, isTest }, tries }: { readonly call: RestCall; readonly tries: number },
): number | null {
  if (isTest || tries >= settings.retries) return null
  const usual = firstPauseMs * 2 ** tries * (1 + Math.random() / 2)
  if (ended instanceof OutgoingFailure) return !ended.isFinal && (isRepeatable || !ended.mayHaveArrived) ? usual : null
  const { statusCode, headers } = ended
  if (!refused.has(statusCode) && !(isRepeatable && passing.has(statusCode))) return null
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 && headers['retry-after'] !== '' ? seconds * 1_000 : usual
}

function wayOf(
  { proxy, proxyUsername, certificate, authorities }: RestConnection,
  { proxyPassword, clientKey }: Opened,
): Pick<OutgoingRequest, 'proxy' | 'tls'> {
  const url = proxy === '' ? null : new URL(proxy)
  return {
    proxy:
      url === null
        ? null
        : {
            host: url.hostname.replace(/^\[|\]$/g, ''),
            port: Number(url.port || 80),
            username: proxyUsername,
            password: proxyPassword,
          },
    tls: {
      ...(certificate !== '' && { cert: certificate, key: clientKey }),
      ...(authorities !== '' && { ca: authorities }),
    },
  }
}
