import { Popover } from '@mantine/core'
import { type Ref, useLayoutEffect } from 'react'

/**
 * In a `Menu`, in place of its target: the menu opens beside a button that stands elsewhere, and may have been there
 * before the menu was loaded.
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
