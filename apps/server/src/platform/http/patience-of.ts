import type { Call } from '@millrace/contract'
import type { FastifyReply } from 'fastify'
import type { Patience, WorkKind } from '../db/patience.ts'

/** The error when a caller hangs up before the answer. The log has it as status 499. */
export class HungUp extends Error {
  override readonly name = 'HungUp'
}

/** Returns the kind of work of a call of the contract. */
export function kindOf({ method, isChange, isLong, audience }: Call): WorkKind {
  if (isLong === true) return 'history'
  if (Array.isArray(audience) && !audience.includes('RoleUser')) return 'operating'
  return method === 'GET' && isChange !== true ? 'reading' : 'doing'
}

/** Returns the patience of a request: until its connection ends. */
export function patienceOf(kind: WorkKind, { raw }: FastifyReply): Patience & { readonly signal: AbortSignal } {
  return new CallersPatience(kind, raw)
}

/**
 * A class for the sake of its getter: one in an object literal keeps the whole request until the next full collection
 * of garbage.
 */
class CallersPatience implements Patience {
  readonly kind: WorkKind
  readonly #raw: FastifyReply['raw']
  #signal: AbortSignal | undefined

  constructor(kind: WorkKind, raw: FastifyReply['raw']) {
    this.kind = kind
    this.#raw = raw
  }

  /** Made when somebody asks for it: many calls do not read. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#raw)
    return this.#signal
  }
}

function signalOf(raw: FastifyReply['raw']): AbortSignal {
  const ended = new AbortController()
  const hangUp = () => {
    if (!raw.writableFinished)
      ended.abort(new HungUp('Expected the client to wait for the answer, but it closed the connection.'))
  }
  if (raw.closed || raw.destroyed) hangUp()
  else raw.once('close', hangUp)
  return ended.signal
}
