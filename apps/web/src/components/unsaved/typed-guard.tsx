import { type ComponentProps, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { leaveForMoment } from './leave-place.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

/**
 * `UnsavedGuard` of pages where something is typed that becomes a change only when its place is left, such as a cell or a
 * label: it is a change before anybody asks whether there is one.
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
