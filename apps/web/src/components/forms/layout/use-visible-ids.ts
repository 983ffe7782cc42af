import type { NodeInstance, ViewNode } from '@millrace/forms'
import { useSyncExternalStore } from 'react'
import { useFormView } from '../form-view-context.ts'

/** Returns the ids of visible nodes inside a container. */
export function useVisibleIds({ row }: Pick<NodeInstance, 'row'>, nodes: readonly ViewNode[]): readonly string[] {
  const { store } = useFormView()
  const ids = useSyncExternalStore(store.watch, () =>
    nodes
      .filter(({ id }) => store.getSnapshot(store.getInstance(row, id)).state.visible)
      .map(({ id }) => id)
      .join(' '),
  )
  return ids.split(' ')
}
