import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFreed } from '../../../web/src/components/design-page/use-freed.ts'
import { type Lock, type LockCalls, useLock } from '../../../web/src/components/design-page/use-lock.ts'
import type { DesignerLock, DesignerPort } from '../designer-port.ts'
import { useStore } from '../store/use-designer.ts'

/**
 * Holds the lock of the design and reports it to the store: nobody can change anything while another user has the lock.
 *
 * @param onFreed called when the other user's lock has ended.
 */
export function useDesignLock({ lock, unlock }: DesignerPort, user: string, onFreed: () => void): Lock<DesignerLock> {
  const { t } = useTranslation()
  const store = useStore()
  const calls = useMemo<LockCalls<DesignerLock>>(
    () => ({ take: ({ token = null, takeOver }) => lock({ token, takeOver }), release: unlock }),
    [lock, unlock],
  )
  const freed = useFreed(onFreed)
  const showHolder = useCallback(
    (other: DesignerLock | null) => {
      const isOwn = other?.holder.username === user
      store.setHeldBy(isOwn ? t('designer.lock.ownName') : (other?.holder.name ?? null))
      freed(other)
    },
    [store, freed, user, t],
  )
  return useLock(calls, user, showHolder)
}
