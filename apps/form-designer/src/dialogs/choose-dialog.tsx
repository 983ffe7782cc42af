import { Button, Modal, NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../web/src/components/banner/banner.tsx'
import { ErrorBanner } from '../../../web/src/components/banner/error-banner.tsx'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import type { Choosable } from '../designer-port.ts'
import { useLoad } from '../work/use-load.ts'
import classes from './dialogs.module.css'

interface Props {
  readonly title: string
  readonly label: string
  readonly hint?: string
  /** A hidden field of the dialog. */
  readonly flag?: { readonly name: string; readonly value: string }
  readonly list: () => Promise<readonly Choosable[]>
  readonly onChoose: (id: string) => Promise<void>
  readonly onClose: () => void
}

/** A single select with Close and Save (specification, "Form designer screen"). */
export function ChooseDialog({ title, label, hint, flag, list, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const all = useLoad(list)
  const [id, setId] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const save = async () => {
    if (id === '') return setError(t('designer.choose.first'))
    setPending(true)
    setError(null)
    try {
      await onChoose(id)
      onClose()
    } catch (cause) {
      setError(describeError(cause).message)
    }
    setPending(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} size={400}>
      <form
        className={classes.content}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {flag === undefined ? null : <input type="hidden" name={flag.name} value={flag.value} readOnly />}
        {hint === undefined ? null : <p className={classes.text}>{hint}</p>}
        {all.error !== null ? (
          <ErrorBanner title={t('pageCatalogue.applicationForms')} error={all.error} onRetry={all.retry} />
        ) : all.data === null ? (
          <Skeleton height={50} />
        ) : (
          <NativeSelect
            label={label}
            value={id}
            data-autofocus
            data={[
              { value: '', label: all.data.length === 0 ? t('designer.choose.none') : t('designer.choose.choose') },
              ...all.data.map(({ id: value, name, detail }) => ({
                value,
                label: detail === null ? name : `${name} (${detail})`,
              })),
            ]}
            onChange={(event) => setId(event.currentTarget.value)}
          />
        )}
        {error === null ? null : (
          <Banner kind="error" title={t('catalogue.request')}>
            {error}
          </Banner>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button type="submit" variant="filled" loading={isPending} disabled={all.data === null}>
            {t('designer.choose.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
