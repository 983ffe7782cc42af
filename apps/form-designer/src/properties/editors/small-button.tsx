import { UnstyledButton } from '@mantine/core'
import type { ComponentType } from 'react'
import classes from './editors.module.css'

interface Props {
  readonly Icon: ComponentType<{ size: number; stroke: number }>
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** A button beside the inputs of a line. */
export function SmallButton({ Icon, label, isDisabled = false, onClick }: Props) {
  return (
    <UnstyledButton className={classes.small} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon size={14} stroke={1.6} />
    </UnstyledButton>
  )
}
