import type { Call } from '@millrace/contract'
import type { FastifyReply } from 'fastify'
import type { Patience, WorkKind } from '../db/patience.ts'

/** The caller hung up before there was an answer. Nobody is told: the log has it as 499. */
export class HungUp extends Error {
  override readonly name = 'HungUp'
}

/** What a call of the contract is for. */
export function kindOf({ method, isChange, isLong, audience }: Call): WorkKind {
  if (isLong === true) return 'history'
  if (Array.isArray(audience) && !audience.includes('RoleUser')) return 'operating'
  return method === 'GET' && isChange !== true ? 'reading' : 'doing'
}

/** How long the caller of a request waits: until the connection ends. */
export function patienceOf(kind: WorkKind, { raw }: FastifyReply): Patience & { readonly signal: AbortSignal } {
  let signal: AbortSignal | undefined
  return {
    kind,
    // Made when somebody asks for it: many calls do not read.
    get signal() {
      signal ??= signalOf(raw)
      return signal
    },
  }
}

function signalOf(raw: FastifyReply['raw']): AbortSignal {
  const ended = new AbortController()
  const hangUp = () => {
    if (!raw.writableFinished) ended.abort(new HungUp('Expected the caller to wait for the answer, but he hung up.'))
  }
  if (raw.closed || raw.destroyed) hangUp()
  else raw.once('close', hangUp)
  return ended.signal
}
