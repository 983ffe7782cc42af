import { type Refusal, refuse } from '../errors/refusal.ts'
import { createTurns } from '../turns.ts'
import type { Patience, WorkKind } from './patience.ts'

/** A request for a connection, with its caller and purpose. */
export interface Visitor {
  /** Null: what belongs to no workplace. */
  readonly workplaceId: string | null
  readonly patience: Patience
  /** The caller in the workplace. */
  readonly caller?: string
}

export interface GateOptions {
  /** Number of connections. */
  readonly size: number
  /** How many callers may wait for a connection, in total and of one workplace. Further ones are refused. */
  readonly longest?: number
  readonly longestOfWorkplace?: number
  /** How long anybody waits. */
  readonly waitMs?: number
}

/** Hands out the connections of a pool, so that no caller can hold all of them. */
export interface Gate {
  /**
   * Waits until there is a connection for the visitor.
   *
   * @returns what gives it back.
   * @throws Refusal `server.busy` when too many wait, or it took too long; the signal's reason when the caller hung up.
   */
  enter(visitor: Visitor): Promise<() => void>
  /** Returns the numbers of held connections and of callers that wait for one. */
  counts(): { readonly held: number; readonly waiting: number }
}

/**
 * Creates the gate of a pool. A quarter of the connections is reserved for vital work and operators. Of the others,
 * each kind of work and each workplace may hold a limited part, so that slow readers of histories or lists leave some
 * for others. Waiting workplaces are served in turn, and within each its callers, so that a caller with a thousand
 * calls waits behind its own.
 */
export function createGate({ size, longest = 400, longestOfWorkplace = 100, waitMs = 10_000 }: GateOptions): Gate {
  const room = roomOf(size)
  const kinds = new Map<WorkKind, number>()
  /** The held connections by workplace, and by workplace and kind. */
  const parts = new Map<string, number>()
  const queue = createTurns<Waiting>()
  let ordinary = 0
  let held = 0

  const hasRoom = ({ workplaceId, patience: { kind } }: Visitor) => {
    if (held >= size || (kinds.get(kind) ?? 0) >= room[kind]) return false
    if (isKeptFor(kind)) return true
    if (ordinary >= room.ordinary) return false
    if (workplaceId === null) return true
    const [whole, ofKind] = partsOf(workplaceId, kind).map((part) => parts.get(part) ?? 0) as [number, number]
    return whole < partOf(room.ordinary) && ofKind < partOf(room[kind])
  }

  const count = ({ workplaceId, patience: { kind } }: Visitor, step: 1 | -1) => {
    held += step
    kinds.set(kind, (kinds.get(kind) ?? 0) + step)
    if (isKeptFor(kind)) return
    ordinary += step
    if (workplaceId === null) return
    for (const part of partsOf(workplaceId, kind)) {
      const rest = (parts.get(part) ?? 0) + step
      if (rest === 0) parts.delete(part)
      else parts.set(part, rest)
    }
  }

  const admit = (visitor: Visitor) => {
    count(visitor, 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      count(visitor, -1)
      queue.take(({ visitor: next }) => hasRoom(next))?.admit()
    }
  }

  const wait = (visitor: Visitor) =>
    new Promise<() => void>((resolve, reject) => {
      const { signal } = visitor.patience
      signal?.throwIfAborted()
      const key = keyOf(visitor)
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', hangUp)
      }
      const giveUp = (reason: unknown) => {
        queue.remove(key, entry)
        leave()
        reject(reason)
      }
      const hangUp = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(refuseBusy()), waitMs)
      const entry: Waiting = {
        visitor,
        admit: () => {
          leave()
          resolve(admit(visitor))
        },
      }
      queue.add(key, entry, visitor.caller)
      signal?.addEventListener('abort', hangUp, { once: true })
    })

  return {
    counts: () => ({ held, waiting: queue.size }),
    enter: async (visitor) => {
      // Whoever waits does so for want of room, so nobody of the same kind and workplace is passed.
      if (hasRoom(visitor)) return admit(visitor)
      const isFull = queue.size >= longest && !isKeptFor(visitor.patience.kind)
      if (queue.sizeOf(keyOf(visitor)) >= longestOfWorkplace || isFull) throw refuseBusy()
      return wait(visitor)
    },
  }
}

interface Waiting {
  readonly visitor: Visitor
  readonly admit: () => void
}

/** Some connections are for these alone, and they wait in queues of their own. */
function isKeptFor(kind: WorkKind): boolean {
  return kind === 'vital' || kind === 'operating'
}

function keyOf({ workplaceId, patience: { kind } }: Visitor): string {
  return isKeptFor(kind) ? kind : (workplaceId ?? '')
}

const partsOf = (workplaceId: string, kind: WorkKind) => [workplaceId, `${workplaceId} ${kind}`] as const

/** Returns how many connections one workplace may hold, of the ordinary ones and of those for one kind of work. */
const partOf = (connections: number) => Math.max(1, Math.floor(connections * 0.8))

/** Returns how many connections each kind of work may hold at once. */
function roomOf(size: number) {
  const ordinary = Math.max(1, size - Math.max(1, Math.floor(size / 4)))
  const part = (of: number) => Math.max(1, Math.floor(ordinary * of))
  return {
    ordinary,
    vital: Math.max(1, Math.floor(size / 2)),
    operating: Math.max(1, Math.floor(size / 6)),
    doing: ordinary,
    reading: part(0.8),
    history: part(0.4),
    job: part(0.5),
  }
}

function refuseBusy(): Refusal {
  return refuse('server.busy', 'The server is too busy at the moment. Try again later.')
}
