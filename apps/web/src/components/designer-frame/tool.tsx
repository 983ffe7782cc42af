import IconHelp from 'icon:help'
import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hint } from '../hint/hint.tsx'

interface Props {
  readonly label: string
  readonly size?: 'sm'
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An icon button in the toolbar of a designer. */
export function Tool({ label, size, isDisabled = false, onClick, children }: Props) {
  return (
    <Hint label={label}>
      <ActionIcon {...(size !== undefined && { size })} aria-label={label} disabled={isDisabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Hint>
  )
}

/** An icon link that opens the guide in another window. */
export function HelpTool({ label, href }: { label: string; href: string }) {
  return (
    <Hint label={label}>
      <ActionIcon component="a" href={href} target="_blank" rel="noopener" aria-label={label}>
        <IconHelp size={17} stroke={1.6} />
      </ActionIcon>
    </Hint>
  )
}
