import type { FileContext } from '../../operations/operation-context.ts'
import { needFor, type ProcessReference } from '../../operations/process-reference.ts'
import { need, needSomewhere } from '../../operations/rights.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Right } from '../../platform/auth/rights.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** The known parts of a request before its body is read. */
export interface Asked {
  readonly context: FileContext
  /** Parameters of the path. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** Decides whether the user may read the data of a route. Null: the user may. */
export type Readers = (request: Request, asked: Asked) => Refusal | null | Promise<Refusal | null>

/**
 * Returns the check of the right to read data of processes. Lists are limited to readable rows; other calls are allowed
 * or refused as a whole.
 */
export function readersOf(path: string): Readers {
  const right = rightOf(path)
  const kind = kindOf(path)
  return (request, { context, path: given }) => {
    if (kind === null) return need(request.user, right)
    const thing: ProcessReference = { kind, id: given[kind.endsWith('Key') ? 'key' : 'id'] ?? '' }
    return needFor(context, request, right, { thing, gone: nothingThere })
  }
}

/** Returns the check for a list, whose query leaves out rows that the user may not read. */
export function readersOfList(path: string): Readers {
  const right = rightOf(path)
  return ({ user }) => needSomewhere(user, right)
}

/** The check of calls that everybody may make, and that show no data of this installation. */
export const readersOfAnything: Readers = () => null

function nothingThere(): Refusal {
  return refuse('thing.not-found', 'Expected something that you may see, but there is none with this id.')
}

/** By the beginning of the path; the first that fits. */
const rights: readonly (readonly [string, Right])[] = [
  ['/history/decision-', 'decision-history.read'],
  ['/history/', 'history.read'],
  ['/deployment', 'deployments.read'],
  ['/process-definition', 'definitions.read'],
  ['/decision-', 'decisions.read'],
  ['/task', 'tasks.read'],
]

/** Returns the right to read data below a path; by default the right to read instances. */
export function rightOf(path: string): Right {
  return rights.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'instances.read'
}

/** Paths that name an object of one process. Other paths concern all objects. */
const kinds: readonly (readonly [RegExp, ProcessReference['kind']])[] = [
  [/^\/process-definition\/key\/:key/, 'processKey'],
  [/^\/process-definition\/:id/, 'process'],
  [/^\/decision-definition\/key\/:key/, 'decisionKey'],
  [/^\/decision-definition\/:id/, 'decision'],
  [/^\/(history\/)?process-instance\/:id/, 'instance'],
  [/^\/history\/process-definition\/:id/, 'process'],
  [/^\/history\/activity-instance\/:id/, 'pastElement'],
  [/^\/history\/variable-instance\/:id/, 'pastVariable'],
  [/^\/execution\/:id/, 'execution'],
  [/^\/task\/:id/, 'task'],
  [/^\/external-task\/:id/, 'externalTask'],
  [/^\/job\/:id/, 'job'],
  [/^\/job-definition\/:id/, 'jobDefinition'],
  [/^\/incident\/:id/, 'incident'],
  [/^\/variable-instance\/:id/, 'variable'],
]

function kindOf(path: string): ProcessReference['kind'] | null {
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
