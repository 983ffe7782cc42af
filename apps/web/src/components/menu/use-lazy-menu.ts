import { useId, useState } from 'react'

/**
 * A button with a menu that is loaded when somebody is about to open it. `button` is for the button; `menu` for the
 * dropdown, which is there as soon as it is wanted.
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

/** Whether somebody waits for the menu: it may be loaded before. */
export function isMenuOpen({ isOpen }: LazyMenu): boolean {
  return isOpen
}

/** What the menu of such a button gets. */
export type LazyMenu = ReturnType<typeof useLazyMenu>['menu']
