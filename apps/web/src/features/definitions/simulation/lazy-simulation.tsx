import type { DefinitionDetail } from '@millrace/contract'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { awaitPart } from '../../../lib/await-part.ts'
import { loadChunk } from '../../../lib/load-chunk.ts'

const usePart = awaitPart(() => loadChunk(() => import('./simulation-part.tsx')))

/** Simulations of a process, loaded when their tab is opened. */
export function LazySimulation(props: { readonly definition: DefinitionDetail }) {
  const part = usePart()
  return part === undefined ? <SkeletonRows count={6} height={34} /> : <part.default {...props} />
}
