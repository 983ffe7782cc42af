import type { BudgetValues } from '@millrace/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Patience } from '../db/patience.ts'
import { refuse } from '../errors/refusal.ts'
import { createTurnstile } from './turnstile.ts'

/**
 * The checks between a request and its body. A body is only read when its sender, their permission, its size and free
 * memory are known (decision 33).
 */
export interface Door {
  /** Identifies a caller. Only a few calls from one address are identified at the same time. */
  identify<T>(address: string, patience: Patience, find: () => Promise<T>): Promise<T>
  /**
   * Lets a request in whose caller is known. It is inside until its answer is sent or its connection ends.
   *
   * @throws Refusal `request.too-large`, `request.too-many`, `server.busy`.
   */
  enter(exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply }, visit: Visit): Promise<void>
}

export interface Visit {
  /** The key of all requests of one caller: the user, or the address of a caller without sign-in. */
  readonly caller: string
  /** The workplace of the caller; null for callers without sign-in. */
  readonly workplaceId: string | null
  readonly patience: Patience
  /** Waits long for something to happen, and does nothing meanwhile. */
  readonly isWaiting?: boolean
  /** Whether files are stored in the database while they arrive, so that only a part of the body is in memory. */
  readonly isStaged?: boolean
}

/** The memory of a staged body in bytes: one piece, and its copies on the way. */
const stagedRoom = 2_000_000
/** Staged bodies of one caller that are read at once. Others wait unread, and apart from the caller's other calls. */
const stagedWidth = 6

export function createDoor({
  callerCalls: width,
  callerWaiting: longest,
  bodyRoom,
}: Pick<BudgetValues, 'callerCalls' | 'callerWaiting' | 'bodyRoom'>): Door {
  const strangers = createTurnstile({ width, longest })
  const callers = createTurnstile({ width, longest })
  const stagers = createTurnstile({ width: Math.min(width, stagedWidth), longest })
  /** The bytes of all held bodies, and of those of each workplace and caller. */
  const bytes = new Map<string, number>()

  const add = (owner: string, size: number) => {
    const sum = (bytes.get(owner) ?? 0) + size
    if (sum === 0) bytes.delete(owner)
    else bytes.set(owner, sum)
  }

  const take = ({ caller, workplaceId }: Visit, size: number) => {
    const parts = [
      ['all', bodyRoom],
      [`workplace ${workplaceId}`, bodyRoom * 0.8],
      [`caller ${caller}`, bodyRoom / 2],
    ] as const
    if (parts.some(([owner, most]) => (bytes.get(owner) ?? 0) + size > most))
      throw refuse('server.busy', 'The server is processing too many large requests at the moment. Try again later.')
    for (const [owner] of parts) add(owner, size)
    return () => {
      for (const [owner] of parts) add(owner, -size)
    }
  }

  return {
    identify: async (address, patience, find) => {
      const leave = await strangers.enter(address, patience)
      try {
        return await find()
      } finally {
        leave()
      }
    },
    enter: async ({ request, reply }, visit) => {
      const { caller, patience, isWaiting = false, isStaged = false } = visit
      // Whoever hung up before it was known who he is does not close a second time.
      const atItsEnd = (free: () => void) => (reply.raw.closed ? free() : void reply.raw.once('close', free))
      const size = measureBody(request)
      if (isStaged) {
        atItsEnd(await stagers.enter(caller, patience))
        atItsEnd(take(visit, Math.min(size, stagedRoom)))
        return
      }
      if (size > 0) atItsEnd(take(visit, size))
      if (isWaiting) return
      atItsEnd(await callers.enter(caller, patience))
    },
  }
}

/** Bytes of the body that is about to come; as many as may come where it does not say. */
function measureBody({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions
  const length = headers['content-length']
  const size = length !== undefined ? Number(length) : headers['transfer-encoding'] !== undefined ? bodyLimit : 0
  if (size <= bodyLimit) return size
  throw refuse('request.too-large', `Expected a body of at most ${bodyLimit} bytes, but it has ${size}.`)
}
