import { Button } from '@mantine/core'
import { api, packageLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FileUpload } from '../../components/file-upload/file-upload.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { useSearchState } from '../../lib/use-search-state.ts'

const megabyte = 1_000_000

/** The section that uploads a package, has it checked, and opens the page of its import. */
export function UploadSection() {
  const { t } = useTranslation()
  const [, change] = useSearchState()
  const [files, setFiles] = useState<readonly File[]>([])
  const [file] = files
  const size = packageLimits.fileSize / megabyte
  const read = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData()
      body.append('file', chosen)
      return call(api.packages.read, { body })
    },
    onSuccess: ({ id }) => change({ import: id }),
  })
  const isTooLarge = file !== undefined && file.size > packageLimits.fileSize
  return (
    <Section title={t('packages.importTitle')} hint={t('packages.importHint')}>
      {read.isError ? <ErrorBanner title={t('packages.readFailed')} error={read.error} /> : null}
      <FileUpload
        label={t('packages.file')}
        help={t('packages.fileHelp', { size })}
        accept=".millrace,.zip"
        isSingle
        files={files}
        error={isTooLarge ? t('packages.fileTooLarge', { size }) : null}
        isDisabled={read.isPending}
        onChange={(next) => {
          setFiles(next)
          read.reset()
        }}
      />
      <div>
        <Button
          loading={read.isPending}
          disabled={file === undefined || isTooLarge}
          onClick={() => {
            if (file !== undefined) read.mutate(file)
          }}
        >
          {t('packages.read')}
        </Button>
      </div>
    </Section>
  )
}
