import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './confirm-dialog.module.css'

interface Props {
  readonly isOpen: boolean
  /** The question, with the name of the thing. */
  readonly title: string
  /** The consequences. */
  readonly children?: ReactNode
  /** Width in pixels; 400 where left out. */
  readonly size?: number
  /** Verb and object. */
  readonly action: string
  /** The safe button, where it is not Cancel. */
  readonly keep?: string | undefined
  /** Cannot be undone. */
  readonly isDangerous?: boolean
  /** A name that the user has to type first, before an action on a used object or one that cannot be undone. */
  readonly typedName?: string | undefined
  /** Whether it cannot be done now, as the text says. */
  readonly isBlocked?: boolean
  readonly isPending?: boolean
  /** The error of the last attempt. */
  readonly error?: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A dialog that asks before an action. The focus is on the safe button. */
export function ConfirmDialog(props: Props) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size={props.size ?? 400}>
      <DialogContent {...props} />
    </Modal>
  )
}

function DialogContent({
  children,
  action,
  keep,
  isDangerous = false,
  typedName,
  isBlocked = false,
  isPending = false,
  error,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isReady = !isBlocked && (typedName === undefined || typed.trim() === typedName)
  return (
    <form
      className={classes.content}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onConfirm()
      }}
    >
      {children ? <div className={classes.text}>{children}</div> : null}
      {typedName === undefined ? null : (
        <TextInput
          label={t('deployment.typeToConfirm', { name: typedName })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error}
      <div className={classes.buttons}>
        <Button onClick={onClose} data-autofocus>
          {keep ?? t('common.cancel')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          className={isDangerous ? classes.danger : undefined}
          disabled={!isReady}
          loading={isPending}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
