import { Button, Modal, TextInput } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import type { CommentSubject } from '../comments/comments.tsx'
import classes from './attachments.module.css'

interface Props {
  readonly subject: CommentSubject
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that asks for the address of a link to attach to a task or instance. */
export function LinkDialog({ isOpen, onClose, subject }: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('files.linkTitle')} size={400}>
      <LinkForm subject={subject} onClose={onClose} />
    </Modal>
  )
}

function LinkForm({ subject, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const send = useMutation({
    mutationFn: () => call(api.comments.attach, { params: subject, body: { url: url.trim(), name: name.trim() } }),
    onSuccess: onClose,
  })
  const isAddress = /^https?:\/\/\S+$/i.test(url.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isAddress && name.trim() !== '') send.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {send.isError ? <ErrorBanner title={t('files.linkFailed')} error={send.error} /> : null}
      <TextInput
        label={t('files.linkUrl')}
        type="url"
        data-autofocus
        required
        value={url}
        error={isChecked && !isAddress ? t('files.linkInvalid') : null}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label={t('files.linkName')}
        required
        maxLength={255}
        value={name}
        error={isChecked && name.trim() === '' ? t('files.linkNameMissing') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={send.isPending}>
          {t('files.addLink')}
        </Button>
      </div>
    </form>
  )
}
