import type { DefinitionDetail, InstanceDetail } from '@millrace/contract'
import { awaitPart } from '../../lib/await-part.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { DiagramPending } from '../bpmn-diagram/lazy-diagram.tsx'

const useMove = awaitPart(() => loadChunk(() => import('./move-mode.tsx')))
const useMany = awaitPart(() => loadChunk(() => import('./many-mode.tsx')))
const useMigrate = awaitPart(() => loadChunk(() => import('./migrate-mode.tsx')))

/** The page for planning a change of several instances of a version, by kind of change. */
export const manyModes = ['move', 'migrate', 'restart'] as const

export type ManyModeKind = (typeof manyModes)[number]

/** Moves tokens of one instance. */
export function LazyMoveMode(props: { readonly instance: InstanceDetail; readonly onExit: () => void }) {
  const part = useMove()
  return part === undefined ? <DiagramPending /> : <part.default {...props} />
}

interface ManyProps {
  readonly definition: DefinitionDetail
  readonly kind: ManyModeKind
  readonly onExit: () => void
}

/** Moves, migrates or restarts several instances of a version. */
export function LazyManyMode(props: ManyProps) {
  return props.kind === 'migrate' ? <Migrate {...props} /> : <Many {...props} kind={props.kind} />
}

function Many(props: Omit<ManyProps, 'kind'> & { readonly kind: 'move' | 'restart' }) {
  const part = useMany()
  return part === undefined ? <DiagramPending /> : <part.default {...props} />
}

function Migrate({ definition, onExit }: ManyProps) {
  const part = useMigrate()
  return part === undefined ? <DiagramPending /> : <part.default definition={definition} onExit={onExit} />
}
