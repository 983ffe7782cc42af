import { Button, Modal, TextInput } from '@mantine/core'
import { api, limits, type SecondFactor } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { useLast } from '../../../lib/use-last.ts'
import classes from '../profile.module.css'

interface Props {
  /** Null: closed. */
  readonly factor: SecondFactor | null
  readonly onClose: () => void
}

/** The dialog that renames a second factor. */
export function RenameFactorDialog({ factor, onClose }: Props) {
  const { t } = useTranslation()
  const name = useLast(factor)?.name ?? ''
  return (
    <Modal opened={factor !== null} onClose={onClose} title={t('secondFactor.renameOf', { name })} size={400}>
      {factor === null ? null : <RenameForm factor={factor} onClose={onClose} />}
    </Modal>
  )
}

function RenameForm({ factor: { id, name }, onClose }: { factor: SecondFactor; onClose: () => void }) {
  const { t } = useTranslation()
  const [value, setValue] = useState(name)
  const [hasTried, setTried] = useState(false)
  const rename = useMutation({
    mutationFn: () => call(api.secondFactors.rename, { params: { id }, body: { name: value } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('secondFactor.renamed') })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (value.trim() !== '') rename.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {rename.isError ? <ErrorBanner title={t('secondFactor.renameFailed')} error={rename.error} /> : null}
      <TextInput
        label={t('secondFactor.name')}
        value={value}
        maxLength={limits.name}
        data-autofocus
        onChange={(event) => setValue(event.currentTarget.value)}
        error={hasTried && value.trim() === '' ? t('secondFactor.nameMissing') : null}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('secondFactor.cancel')}</Button>
        <Button type="submit" variant="filled" loading={rename.isPending}>
          {t('secondFactor.saveName')}
        </Button>
      </div>
    </form>
  )
}
