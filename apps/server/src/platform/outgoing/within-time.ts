import { OutgoingFailure } from './outgoing-failure.ts'

/** A call to another machine, with the names for error messages. */
export interface TimedCall {
  /** The host, as it was entered. */
  readonly host: string
  /** The expected service, such as `WebDAV at files.example.org`. */
  readonly what: string
  readonly timeoutMs: number
  /** Whether something may have been changed, so that doing it again could do it twice. */
  readonly change: { readonly isStarted: boolean }
}

/**
 * Limits the time of work on another machine. Later results are discarded.
 *
 * @throws OutgoingFailure with a message that names the host as it was entered.
 */
export async function withinTime<T>(call: TimedCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { host, timeoutMs, change } = call
  const time = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new OutgoingFailure(`Expected ${host} to answer within ${timeoutMs} ms, but it did not.`, {
          mayHaveArrived: change.isStarted,
        }),
      )
      time.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(time.signal), late])
  } catch (error) {
    throw describeNetworkError(error, call)
  } finally {
    clearTimeout(timer)
    time.abort()
  }
}

/**
 * Limits the time of one of several machines, so that it does not take that of the others.
 *
 * @throws OutgoingFailure where it takes longer.
 */
export async function withinPart<T>(
  { host, ms }: { readonly host: string; readonly ms: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OutgoingFailure(`Expected ${host} to answer, but it did not.`))
      time.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(time.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Converts an error of a network or a certificate into an OutgoingFailure with a message for users. Returns other
 * errors unchanged.
 */
export function describeNetworkError(error: unknown, { host, what, change }: Omit<TimedCall, 'timeoutMs'>): unknown {
  if (error instanceof OutgoingFailure) return error
  const code = (error as NodeJS.ErrnoException | null)?.code
  const mayHaveArrived = change.isStarted
  if (typeof code !== 'string' || !/^[A-Z][A-Z_]+$/.test(code)) return error
  if (/^(?:ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return new OutgoingFailure(`Expected a certificate of ${host} that can be verified, but it cannot (${code}).`)
  return new OutgoingFailure(`Expected ${what}, but the connection failed: ${code}.`, { mayHaveArrived })
}
