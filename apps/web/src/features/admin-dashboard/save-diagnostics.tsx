import IconDownload from 'icon:download'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { call } from '../../lib/api/call.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import classes from './admin-dashboard.module.css'

/** The button that saves the diagnostics, with which others can find a fault of the installation. */
export function SaveDiagnostics() {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => call(api.adminDashboard.diagnostics, {}),
    onSuccess: ({ content }) =>
      saveBlob(new Blob([content], { type: 'application/json' }), 'millrace-diagnostics.json'),
  })
  return (
    <>
      {save.isError ? <ErrorBanner title={t('adminDashboard.diagnosticsFailed')} error={save.error} /> : null}
      <div className={classes.diagnostics}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('adminDashboard.diagnostics')}
        </Button>
      </div>
    </>
  )
}
