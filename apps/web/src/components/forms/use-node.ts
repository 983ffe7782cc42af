import type { NodeInstance, Row } from '@millrace/forms'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { useFormView } from './form-view-context.ts'
import type { NodeSnapshot } from './node-snapshot.ts'

/** The row of a list in which a field is rendered; null outside of lists. */
export const RowContext = createContext<Row | null>(null)

/** Returns the instance of a node in the surrounding row. */
export function useNode(node: string): NodeInstance {
  const { store } = useFormView()
  return store.getInstance(use(RowContext) ?? store.root, node)
}

/** Returns the snapshot of a node, and renders again when its appearance changes. */
export function useSnapshot(instance: NodeInstance): NodeSnapshot {
  return useNodeValue(instance, (snapshot) => snapshot)
}

/** Returns a part of a node's snapshot, and renders again when it changes. */
export function useNodeValue<T>(instance: NodeInstance, select: (snapshot: NodeSnapshot) => T): T {
  const { store } = useFormView()
  const subscribe = useCallback((listener: () => void) => store.subscribe(instance, listener), [store, instance])
  return useSyncExternalStore(subscribe, () => select(store.getSnapshot(instance)))
}
