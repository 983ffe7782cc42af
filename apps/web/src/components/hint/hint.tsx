import { cloneElement, type PointerEventHandler, type ReactElement, useEffect, useState } from 'react'
import { lazyPart } from '../lazy-part/lazy-part.tsx'

const HintBubble = lazyPart(() => import('./hint-bubble.tsx'))

/** How long the mouse rests on something before its hint shows, in ms. */
const patience = 400

interface Props {
  readonly label: string
  /** The element with the hint. It has the same accessible name: by `aria-label`, or by its own text. */
  readonly children: ReactElement<{
    onPointerEnter?: PointerEventHandler<HTMLElement>
    onPointerLeave?: PointerEventHandler<HTMLElement>
    onPointerDown?: PointerEventHandler<HTMLElement>
  }>
}

/**
 * A tooltip for frequent elements. Its component is loaded when the pointer is first over one, and not in the first
 * load.
 */
export function Hint({ label, children }: Props) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => setOpen(true), patience)
    return () => clearTimeout(timer)
  }, [isOver])
  const close = () => {
    setOver(false)
    setOpen(false)
  }
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => {
          if (pointerType !== 'mouse') return
          setTarget(currentTarget)
          setOver(true)
        },
        onPointerLeave: close,
        onPointerDown: close,
      })}
      {target === null ? null : <HintBubble target={target} label={label} isOpen={isOpen} onClose={close} />}
    </>
  )
}
