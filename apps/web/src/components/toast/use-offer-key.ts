import { useEffect, useEffectEvent } from 'react'

/** Toasts that offer something, the newest last. */
const offering: object[] = []

/**
 * Registers `Alt Z` for the action of the newest toast, also while users type, because it would disappear before Tab
 * reaches it.
 */
export function useOfferKey(act: (() => void) | undefined): void {
  const hasOffer = act !== undefined
  const press = useEffectEvent(() => act?.())
  useEffect(() => {
    if (!hasOffer) return
    const toast = {}
    offering.push(toast)
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !isOfferKey(event) || offering.at(-1) !== toast) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', listen)
    return () => {
      offering.splice(offering.indexOf(toast), 1)
      removeEventListener('keydown', listen)
    }
  }, [hasOffer])
}

/** On a Mac the key has another letter while Alt is held. */
function isOfferKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false
  return key.toLowerCase() === 'z' || (code === 'KeyZ' && !/^[a-z]$/i.test(key))
}
