import { Button, FileButton, Textarea } from '@mantine/core'
import { api, licenceLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

/** The section that accepts a new licence, as a file or as its text. */
export function RenewSection({ canUpload }: { canUpload: boolean }) {
  const { t } = useTranslation()
  const [file, setFile] = useState('')
  const upload = useMutation({
    mutationFn: () => call(api.licence.upload, { body: { file } }),
    onSuccess: () => {
      setFile('')
      showToast({ kind: 'success', title: t('licence.uploaded') })
    },
  })
  return (
    <Section title={t('licence.renew')} hint={t('licence.renewHint')}>
      {canUpload ? null : <p>{t('licence.noVendor')}</p>}
      {upload.isError ? <ErrorBanner title={t('licence.uploadFailed')} error={upload.error} /> : null}
      <Textarea
        label={t('licence.file')}
        description={t('licence.fileHelp')}
        rows={6}
        maxLength={licenceLimits.file}
        spellCheck={false}
        value={file}
        onChange={(event) => {
          setFile(event.currentTarget.value)
          upload.reset()
        }}
      />
      <div>
        <FileButton
          accept=".licence,.json,.txt"
          onChange={(chosen) => {
            upload.reset()
            void chosen?.slice(0, licenceLimits.file).text().then(setFile)
          }}
        >
          {(props) => <Button {...props}>{t('licence.chooseFile')}</Button>}
        </FileButton>{' '}
        <Button
          variant="filled"
          disabled={file.trim() === ''}
          loading={upload.isPending}
          onClick={() => upload.mutate()}
        >
          {t('licence.upload')}
        </Button>
      </div>
    </Section>
  )
}
