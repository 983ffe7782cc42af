import { Popover } from '@mantine/core'
import { type Ref, useLayoutEffect } from 'react'

/**
 * Replaces the target of a `Menu`. The menu opens next to a button elsewhere, which can exist before the menu is
 * loaded.
 */
export function MenuAnchor({ target }: { target: HTMLElement | null }) {
  return (
    <Popover.Target>
      <Anchor target={target} />
    </Popover.Target>
  )
}

/** Popover gives its child a ref to where it belongs. */
function Anchor({ target, ref }: { target: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(target)
  }, [ref, target])
  return null
}
