import { UnstyledButton } from '@mantine/core'
import type { DrawnIcon } from '../../../../web/src/components/icon/drawn.tsx'
import classes from './editors.module.css'

interface Props {
  readonly Icon: DrawnIcon
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** A small icon button in a row of inputs. */
export function SmallButton({ Icon, label, isDisabled = false, onClick }: Props) {
  return (
    <UnstyledButton className={classes.small} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon size={14} stroke={1.6} />
    </UnstyledButton>
  )
}
