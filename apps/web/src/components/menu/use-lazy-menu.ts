import { useId, useState } from 'react'

/**
 * Returns the props of a button whose menu is loaded when somebody is about to open it. `button` is for the button;
 * `menu` for the dropdown, which appears as soon as it is loaded.
 */
export function useLazyMenu() {
  const id = useId()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  return {
    isWanted,
    button: {
      ref: setTarget,
      id,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      onPointerEnter: want,
      onFocus: want,
      onClick: () => {
        want()
        setOpen(!isOpen)
      },
    },
    menu: { target, id, isOpen, onChange: setOpen },
  } as const
}

/** Returns whether a lazily loaded menu is open. A menu can be loaded before it is opened. */
export function isMenuOpen({ isOpen }: LazyMenu): boolean {
  return isOpen
}

/** The props of a lazily loaded menu. */
export type LazyMenu = ReturnType<typeof useLazyMenu>['menu']
