import { useEffect, useState } from 'react'

/** Returns whether the sheet of shortcuts is open, and its setter. `?` opens it, except in text fields. */
export function useKeysSheet(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (key !== '?' || ctrlKey || metaKey || altKey || isTyping || event.defaultPrevented) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return [isOpen, setOpen]
}
