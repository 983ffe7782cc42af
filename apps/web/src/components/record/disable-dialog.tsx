import { Button, Modal, Textarea } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import classes from '../dialog/confirm-dialog.module.css'

interface Props {
  readonly isOpen: boolean
  readonly name: string
  /** The consequences. */
  readonly text: string
  /** Verb and object. */
  readonly action: string
  /** More fields behind the reason. */
  readonly fields?: ReactNode
  /** Whether these fields are complete. */
  readonly isComplete?: boolean
  readonly onDisable: (reason: string) => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A dialog that asks for a reason and disables a record. */
export function DisableDialog(props: Props) {
  const { t } = useTranslation()
  const { isOpen, name, onClose } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('disabling.question', { name })} size={400}>
      <DisableForm {...props} />
    </Modal>
  )
}

function DisableForm({ name, text, action, fields, isComplete = true, onDisable, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const disable = useMutation({ mutationFn: onDisable })
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (!isMissing && isComplete) disable.mutate(reason.trim(), { onSuccess: onDone })
  }
  const fault = describeFaultOf(disable.error, 'deletedReason')
  return (
    <form className={classes.content} onSubmit={submit} noValidate>
      <div className={classes.text}>{text}</div>
      <Textarea
        label={t('disabling.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={limits.disabledReason}
        value={reason}
        error={hasTried && isMissing ? t('disabling.reasonMissing') : fault}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {fields}
      {disable.isError && fault === undefined ? (
        <ErrorBanner title={t('disabling.failed', { name })} error={disable.error} />
      ) : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('disabling.keep')}</Button>
        <Button
          type="submit"
          variant="filled"
          className={classes.danger}
          disabled={!isComplete}
          loading={disable.isPending}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
