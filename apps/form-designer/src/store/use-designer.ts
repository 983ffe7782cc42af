import type { DesignNode } from '@millrace/forms/design'
import { createContext, use, useSyncExternalStore } from 'react'
import type { DesignerState, DesignerStore } from './designer-store.ts'

export const StoreContext = createContext<DesignerStore | null>(null)

/** @throws Error outside of the designer. */
export function useStore(): DesignerStore {
  const store = use(StoreContext)
  if (store === null) throw new Error('Expected a part of the designer inside of it, but it stands outside.')
  return store
}

/** One thing of what the designer shows; draws again when that is another. What is selected must not be made again. */
export function useDesigner<T>(select: (state: DesignerState) => T): T {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}

/** A node of the design; undefined once it no longer exists. */
export function useNode(id: string): DesignNode | undefined {
  return useDesigner(({ stack }) => stack.design.nodes[id])
}
