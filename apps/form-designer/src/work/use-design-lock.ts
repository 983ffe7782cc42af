import { useCallback, useMemo } from 'react'
import { type Lock, type LockCalls, useLock } from '../../../web/src/components/design-page/use-lock.ts'
import type { DesignerLock, DesignerPort } from '../designer-port.ts'
import { useStore } from '../store/use-designer.ts'

/** The lock of the design, which the store knows of too: nothing can be changed while somebody else has it. */
export function useDesignLock({ lock, unlock }: DesignerPort, user: string): Lock<DesignerLock> {
  const store = useStore()
  const calls = useMemo<LockCalls<DesignerLock>>(
    () => ({ take: ({ token = null, takeOver }) => lock({ token, takeOver }), release: unlock }),
    [lock, unlock],
  )
  const tell = useCallback((other: DesignerLock | null) => store.setHeldBy(other?.holder.name ?? null), [store])
  return useLock(calls, user, tell)
}
