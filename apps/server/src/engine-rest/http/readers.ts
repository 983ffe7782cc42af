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

/** Who may read what a route tells. Null: the user may. */
export type Readers = (request: Request, asked: Asked) => Refusal | null | Promise<Refusal | null>

/**
 * Data of processes is for those who have the right to read it: in a list what they may read, of other calls all or
 * nothing.
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

/** Returns the readers of a list, whose query leaves out what the user may not read. */
export function readersOfList(path: string): Readers {
  const right = rightOf(path)
  return ({ user }) => needSomewhere(user, right)
}

/** For calls that everybody may make, and that show nothing of this installation. */
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

/** The right to read what is below that path: without a line of its own it is about what runs. */
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
