import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { saveFile } from '../../../lib/api/download.ts'

/** The button that downloads the result for each user. */
export function ReportButton({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const fetchReport = useMutation({
    mutationFn: async () => saveFile(await call(api.userChanges.report, { params: { id } })),
  })
  return (
    <Button loading={fetchReport.isPending} onClick={() => fetchReport.mutate()}>
      {t(fetchReport.isError ? 'userChanges.reportFailed' : 'userChanges.report')}
    </Button>
  )
}
