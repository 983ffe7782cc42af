import type { FlowElement } from '@millrace/bpmn'
import type { ElementInstance } from '@millrace/engine'
import type { ExecutionRow, JobRow } from '../source/rows.ts'
import type { Level } from './scopes.ts'
import { Untranslatable } from './untranslatable.ts'

/**
 * Returns the reason for which a token waits before or after its activity, when it has a job there.
 *
 * @param counterOf returns the index of a run, by its execution.
 * @throws Untranslatable for a token that is not in its activity and has no job.
 */
export function findWait(
  level: Level,
  leaf: ExecutionRow,
  { job, counterOf }: { readonly job: JobRow | undefined; readonly counterOf: (executionId: string) => number },
): (Pick<ElementInstance, 'state' | 'data'> & { readonly loop?: null }) | null {
  if (job === undefined) {
    if (leaf.act_inst_id_ === null)
      throw new Untranslatable('token-without-job', `Execution ${leaf.id_} waits at ${leaf.act_id_} for no job.`)
    return null
  }
  const [operation = '', flow] = (job.handler_cfg_ ?? '').split('$')
  const run = level.loop === 'run' ? ({ kind: 'run', index: counterOf(leaf.id_) } as const) : null
  if (operation === 'transition-notify-listener-take')
    return {
      state: 'after',
      data: run ?? { kind: 'taking', flowId: flow === undefined || flow === '' ? null : flow },
    }
  if (/activity-(?:notify-listener-)?end$/.test(operation))
    return run === null
      ? { state: 'active', data: { kind: 'leaving', before: null, abandons: false } }
      : { state: 'after', data: run }
  // Before a multi-instance activity as a whole there is no body yet.
  return level.loop === 'body' ? { state: 'before', data: null, loop: null } : { state: 'before', data: run }
}

/** Returns whether a token waits in a joining gateway for other tokens. */
export function isJoining(
  { type, incoming }: FlowElement & { incoming?: readonly string[] },
  leaf: ExecutionRow,
): boolean {
  if (leaf.is_active_ || (incoming?.length ?? 0) <= 1) return false
  return type === 'parallelGateway' || type === 'inclusiveGateway'
}
