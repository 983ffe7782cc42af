import { useCallback, useMemo } from 'react'
import { useFreed } from '../../../web/src/components/design-page/use-freed.ts'
import { type Lock, type LockCalls, useLock } from '../../../web/src/components/design-page/use-lock.ts'
import type { DesignerLock, DesignerPort } from '../designer-port.ts'
import { useStore } from '../store/use-designer.ts'

/**
 * The lock of the design, which the store knows of too: nothing can be changed while somebody else has it.
 *
 * @param onFreed told when that is over.
 */
export function useDesignLock({ lock, unlock }: DesignerPort, user: string, onFreed: () => void): Lock<DesignerLock> {
  const store = useStore()
  const calls = useMemo<LockCalls<DesignerLock>>(
    () => ({ take: ({ token = null, takeOver }) => lock({ token, takeOver }), release: unlock }),
    [lock, unlock],
  )
  const freed = useFreed(onFreed)
  const tell = useCallback(
    (other: DesignerLock | null) => {
      store.setHeldBy(other?.holder.name ?? null)
      freed(other)
    },
    [store, freed],
  )
  return useLock(calls, user, tell)
}
