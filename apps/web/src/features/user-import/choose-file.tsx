import { Button } from '@mantine/core'
import { api, limits, type UserImport } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FileUpload } from '../../components/file-upload/file-upload.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'

interface Props {
  /** Whether there was an import before. */
  readonly isAnother: boolean
  readonly onDone: (item: UserImport) => void
}

/** The first step of the import: choosing a file. It changes no user. */
export function ChooseFile({ isAnother, onDone }: Props) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [file] = files
  const isTooLarge = file !== undefined && file.size >= limits.file
  const upload = useMutation({
    mutationFn: () => {
      const body = new FormData()
      if (file !== undefined) body.append('file', file)
      return call(api.userImports.upload, { body })
    },
    onSuccess: onDone,
  })
  return (
    <Section title={t(isAnother ? 'userImport.anotherFile' : 'userImport.file')} hint={t('userImport.fileHint')}>
      {upload.isError ? <ErrorBanner title={t('userImport.uploadFailed')} error={upload.error} /> : null}
      <FileUpload
        label={t('userImport.file')}
        help={t('userImport.fileHelp')}
        accept=".csv,.txt,.tsv,.xlsx"
        isSingle
        files={files}
        error={isTooLarge ? t('userImport.fileTooLarge') : null}
        isDisabled={upload.isPending}
        onChange={(next) => {
          setFiles(next)
          upload.reset()
        }}
      />
      <div>
        <Button
          variant={isAnother ? 'default' : 'filled'}
          disabled={file === undefined || isTooLarge}
          loading={upload.isPending}
          onClick={() => upload.mutate()}
        >
          {t('userImport.read')}
        </Button>
      </div>
    </Section>
  )
}
