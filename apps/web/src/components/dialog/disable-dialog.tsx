import { Button, Modal, Textarea } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import classes from './confirm-dialog.module.css'

interface Props {
  readonly isOpen: boolean
  /** The question, with the name of the thing. */
  readonly title: string
  /** What follows. */
  readonly text: string
  /** Verb and object. */
  readonly action: string
  readonly failed: string
  readonly onDisable: (reason: string) => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks why something is disabled, and disables it. */
export function DisableDialog(props: Props) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size={400}>
      <DisableForm {...props} />
    </Modal>
  )
}

function DisableForm({ text, action, failed, onDisable, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const disable = useMutation({ mutationFn: onDisable })
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (!isMissing) disable.mutate(reason.trim(), { onSuccess: onDone })
  }
  const fault =
    disable.error instanceof ApiError ? disable.error.details.find(({ where }) => where === 'deletedReason') : undefined
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
        error={
          hasTried && isMissing
            ? t('disabling.reasonMissing')
            : fault === undefined
              ? undefined
              : describeFault(fault.message)
        }
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {disable.isError && fault === undefined ? <ErrorBanner title={failed} error={disable.error} /> : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('disabling.keep')}</Button>
        <Button type="submit" variant="filled" className={classes.danger} loading={disable.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
