import { type ComponentProps, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { leaveForMoment } from './leave-place.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

/**
 * `UnsavedGuard` for pages where typed text becomes a change when its field is left, such as a cell or label: it
 * commits the text before it asks about unsaved changes.
 */
export function TypedGuard({ isDirty, ...rest }: ComponentProps<typeof UnsavedGuard>) {
  const isDirtyNow = useEffectEvent(isDirty)
  const leaveAndLook = () => {
    // Drawn as well, for pages that know of changes by what they have drawn.
    flushSync(leaveForMoment)
    return isDirtyNow()
  }
  return <UnsavedGuard {...rest} isDirty={leaveAndLook} />
}
