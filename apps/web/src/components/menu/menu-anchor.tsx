import { Popover } from '@mantine/core'
import { type Ref, useLayoutEffect } from 'react'

/**
 * Replaces the target of a `Menu`: the menu opens beside a button elsewhere, which may have existed before the menu was
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
