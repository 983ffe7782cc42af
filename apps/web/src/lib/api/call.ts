import { type AnswerOf, api, type Call } from '@millrace/contract'
import { isSignedOut } from './api-error.ts'
import { doOnce } from './do-once.ts'
import { isQuietNow, noteQuietAnswer } from './quietly.ts'
import { refreshSession } from './refresh-session.ts'
import { type CallInput, type SendOptions, send } from './send.ts'
import { touch } from './touch.ts'

/** Calls that decide about the session themselves: a 401 of theirs is an answer, not a sign to refresh. */
const sessionPaths: ReadonlySet<string> = new Set(Object.values(api.auth).map(({ path }) => path))

/**
 * Makes a call of the contract. When access has expired, it is refreshed once, also for several concurrent calls, and
 * the call is repeated once. A call that changes data runs once, also when it is made several times concurrently, and
 * the answers that it makes out of date are refetched.
 *
 * @throws ApiError
 */
export async function call<const T extends Call>(
  contract: T,
  ...[input]: Record<never, never> extends CallInput<T> ? [CallInput<T>?] : [CallInput<T>]
): Promise<AnswerOf<T>> {
  const given = (input ?? {}) as CallInput<T>
  const isQuiet = contract.isQuiet === true || isQuietNow()
  if (contract.method === 'GET' && contract.isChange !== true) {
    const answer = await sendInSession(contract, given, { isQuiet })
    if (isQuiet) noteQuietAnswer()
    return answer
  }
  return doOnce({
    call: contract,
    input: given,
    send: async (key) => {
      const answer = await sendInSession(contract, given, { key, isQuiet })
      touch(contract)
      return answer
    },
  })
}

async function sendInSession<T extends Call>(
  contract: T,
  input: CallInput<T>,
  options: SendOptions,
): Promise<AnswerOf<T>> {
  const since = Date.now()
  try {
    return await send(contract, input, options)
  } catch (error) {
    if (!isSignedOut(error) || sessionPaths.has(contract.path)) throw error
  }
  await refreshSession(options.isQuiet ? { isQuiet: true, since } : { since })
  return send(contract, input, options)
}
