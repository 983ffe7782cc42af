import { Tooltip } from '@mantine/core'
import { type ReactElement, useEffect, useEffectEvent } from 'react'

interface Props {
  readonly target: HTMLElement
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The bubble of a hint beside its target. Escape closes it. */
export default function HintBubble({ target, label, isOpen, onClose }: Props): ReactElement | null {
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    if (!isOpen) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOpen])
  return <Tooltip target={target} label={label} opened={isOpen} />
}
