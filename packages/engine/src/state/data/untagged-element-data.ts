import type { ElementData, Memory } from './element-data.ts'

/**
 * Adds the kind to element data that version 0.1.0 stored without one, so that the codec can read it.
 *
 * @returns its argument when it has a kind.
 */
export function tagElementData(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || 'kind' in stored) return stored
  const { leaves, ...old } = stored as Untagged
  const before = findMemory(old)
  return (leaves === true ? { kind: 'leaving', ...(before !== null && { before }) } : before) satisfies Tagged
}

type Untagged = Readonly<Record<string, unknown>>
type Tagged = ({ readonly kind: (ElementData | Memory)['kind'] } & Untagged) | null

function findMemory(old: Untagged): Tagged {
  const { conductorId, conductorScopeId, handlers, later, thrown, cancels, phase, isReset, counts, takes } = old
  const conducting = { handlers: handlers ?? 0, later }
  const conductor = { conductor: { id: conductorId, scopeId: conductorScopeId } }
  if (conductorId !== undefined && handlers !== undefined) return { kind: 'undoing', ...conductor, ...conducting }
  if (conductorId !== undefined) return { kind: 'handling', ...conductor }
  if (thrown !== undefined || cancels !== undefined || handlers !== undefined)
    return { kind: 'throwing', thrown, cancels, ...conducting }
  if (phase !== undefined || counts !== undefined)
    return { kind: 'gathering', phase: isReset ? 'reset' : phase === 'reset' ? 'resetting' : 'starting', counts }
  if (takes !== undefined) return { kind: 'taking', flowId: takes }
  if (old.index !== undefined) return { kind: 'run', index: old.index }
  const { isFired, firedElementId, startElementId, firedDefinition } = old
  if ([isFired, firedElementId, startElementId, firedDefinition].every((one) => one === undefined)) return null
  return { kind: 'fired', elementId: firedElementId ?? startElementId, definition: firedDefinition }
}
