import '../../lib/people-texts.ts'
import { Button } from '@mantine/core'
import { api, type UserImport } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { call } from '../../lib/api/call.ts'
import { saveFile } from '../../lib/api/download.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportProgress } from './import-progress.tsx'
import { isUnderWay, lastImportQuery } from './import-query.ts'
import { ImportResult } from './import-result.tsx'
import { MapColumns } from './map-columns.tsx'

/** The page that imports users from a file: choose it, assign its columns, see the changes, and import it. */
export function Page() {
  const { t } = useTranslation()
  const query = useQuery(lastImportQuery)
  const item = query.data?.item ?? null
  const keepAnswer = useKept(lastImportQuery.queryKey)
  const keep = (next: UserImport) => keepAnswer({ item: next, rows: [], next: null })
  const hasRows = item !== null && ['checked', 'done', 'cancelled'].includes(item.state)
  return (
    <>
      <PageHeader
        help={t('userImport.help')}
        actions={
          item === null ? null : (
            <>
              {hasRows ? <ReportButton item={item} /> : null}
              {item.state === 'done' || item.state === 'cancelled' ? null : <CancelButton item={item} onDone={keep} />}
            </>
          )
        }
      />
      <PageBody>
        {query.isError && query.data === undefined ? (
          <QueryFailure query={query} title={t('userImport.failed')} />
        ) : null}
        {query.data === undefined ? null : (
          <>
            {item === null || item.state === 'done' || item.state === 'cancelled' ? (
              <ChooseFile isAnother={item !== null} onDone={keep} />
            ) : null}
            {item !== null && hasRows ? (
              <ImportResult key={`${item.id} ${item.state}`} item={item} onStarted={keep} />
            ) : null}
            {item !== null && (item.state === 'draft' || item.state === 'checked') ? (
              <MapColumns key={item.id} item={item} onDone={keep} />
            ) : null}
            {item !== null && isUnderWay(item) ? <ImportProgress item={item} /> : null}
          </>
        )}
      </PageBody>
    </>
  )
}

function ReportButton({ item: { id } }: { item: UserImport }) {
  const { t } = useTranslation()
  const fetchReport = useMutation({
    mutationFn: async () => saveFile(await call(api.userImports.report, { params: { id } })),
  })
  return (
    <Button size="xs" loading={fetchReport.isPending} onClick={() => fetchReport.mutate()}>
      {t(fetchReport.isError ? 'userImport.reportFailed' : 'userImport.report')}
    </Button>
  )
}

function CancelButton({ item: { id, state }, onDone }: { item: UserImport; onDone: (item: UserImport) => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call(api.userImports.cancel, { params: { id } }),
    onSuccess: (next) => {
      setAsking(false)
      onDone(next)
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('userImport.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('userImport.cancelQuestion')}
        action={t('userImport.cancel')}
        keep={t('userImport.goOn')}
        isPending={cancel.isPending}
        error={cancel.error === null ? null : <ErrorBanner title={t('userImport.cancelFailed')} error={cancel.error} />}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      >
        {t(state === 'importing' ? 'userImport.cancelImporting' : 'userImport.cancelText')}
      </ConfirmDialog>
    </>
  )
}
