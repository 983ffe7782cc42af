import { Button, Modal, TextInput } from '@mantine/core'
import { type ApplicationForm, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './forms.module.css'

interface Props {
  readonly isOpen: boolean
  readonly title: string
  /** The initial name. */
  readonly name?: string
  readonly action: string
  readonly failed: string
  readonly done: (name: string) => string
  readonly onName: (name: string) => Promise<ApplicationForm>
  readonly onDone: (made: ApplicationForm) => void
  readonly onClose: () => void
}

/** The dialog that asks for a name, and creates an object with it. */
export function NameDialog(props: Props) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size={400}>
      <NameForm {...props} />
    </Modal>
  )
}

function NameForm({ name: first = '', action, failed, done, onName, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(first)
  const make = useMutation({
    mutationFn: onName,
    onSuccess: (made) => showToast({ kind: 'success', title: done(made.name) }),
  })
  const fault = describeFaultOf(make.error, 'name')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') make.mutate(name.trim(), { onSuccess: onDone })
  }
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <TextInput
        label={t('forms.name')}
        required
        data-autofocus
        maxLength={limits.name}
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {make.isError && fault === undefined ? <ErrorBanner title={failed} error={make.error} /> : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={make.isPending} disabled={name.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}
