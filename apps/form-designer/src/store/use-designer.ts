import type { DesignNode } from '@millrace/forms/design'
import { createContext, use, useSyncExternalStore } from 'react'
import type { DesignerState, DesignerStore } from './designer-store.ts'

export const StoreContext = createContext<DesignerStore | null>(null)

/** Returns the store of the designer. @throws Error outside of the designer. */
export function useStore(): DesignerStore {
  const store = use(StoreContext)
  if (store === null) throw new Error('Expected a part of the designer inside of it, but it stands outside.')
  return store
}

/**
 * Returns a part of the state of the designer, and renders again when it changes. `select` must not create new objects.
 */
export function useDesigner<T>(select: (state: DesignerState) => T): T {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}

/** Returns a node of the design; undefined when it no longer exists. */
export function useNode(id: string): DesignNode | undefined {
  return useDesigner(({ stack }) => stack.design.nodes[id])
}
