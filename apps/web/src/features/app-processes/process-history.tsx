import { Button } from '@mantine/core'
import { type AppProcess, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { VersionTable } from '../../components/versions/version-table.tsx'
import { call } from '../../lib/api/call.ts'
import { CompareVersions } from './compare-versions.tsx'
import { historyQuery } from './process-queries.ts'

/** The versions of a process, to compare, and to go back to. */
export function ProcessHistory({ process }: { process: AppProcess }) {
  const { t } = useTranslation()
  const params = { appId: process.application.id, processId: process.id }
  const history = useQuery(historyQuery(params))
  const [asked, setAsked] = useState<number | null>(null)
  const [compared, setCompared] = useState<number | null>(null)
  const restore = useMutation({
    mutationFn: (version: number) =>
      call(api.appProcesses.restoreVersion, {
        params: { ...params, version },
        body: { version: process.version },
      }),
    onSuccess: ({ version }, from) => {
      setAsked(null)
      showToast({ kind: 'success', title: t('appProcesses.versionRestored', { version, from }) })
    },
  })
  const rows = history.data ?? []
  const ask = (version: number) => {
    restore.reset()
    setAsked(version)
  }
  return (
    <Section title={t('appProcesses.history')} hint={t('appProcesses.historyHint')}>
      <QueryFailure query={history} title={t('appProcesses.historyFailed')} />
      <VersionTable
        label={t('appProcesses.history')}
        heads={[
          t('appProcesses.version'),
          t('appProcesses.savedAt'),
          t('appProcesses.savedBy'),
          t('appProcesses.note'),
        ]}
        rows={rows.map(([{ version, savedBy, note, restoredFrom }, savedAt]) => ({
          version,
          at: savedAt,
          by: savedBy,
          note: note ?? (restoredFrom === null ? null : t('appProcesses.restoredFrom', { version: restoredFrom })),
          end:
            version === process.version ? (
              t('appProcesses.current')
            ) : (
              <>
                <Button
                  size="xs"
                  aria-label={t('appProcesses.compareNamed', { version })}
                  onClick={() => setCompared(version)}
                >
                  {t('appProcesses.compare')}
                </Button>
                {process.disabled === null ? (
                  <Button
                    size="xs"
                    aria-label={t('appProcesses.restoreNamed', { version })}
                    onClick={() => ask(version)}
                  >
                    {t('appProcesses.restoreVersion')}
                  </Button>
                ) : null}
              </>
            ),
        }))}
      />
      {compared === null ? null : (
        <CompareVersions
          process={params}
          versions={rows.map(([{ version }]) => version)}
          from={compared}
          to={process.version}
          onClose={() => setCompared(null)}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('appProcesses.restoreTitle', { version: asked ?? '' })}
        action={t('appProcesses.restoreAction')}
        keep={t('appProcesses.restoreKeep')}
        isPending={restore.isPending}
        error={restore.isError ? <ErrorBanner title={t('appProcesses.restoreFailed')} error={restore.error} /> : null}
        onConfirm={() => {
          if (asked !== null) restore.mutate(asked)
        }}
        onClose={() => setAsked(null)}
      >
        {t('appProcesses.restoreText')}
      </ConfirmDialog>
    </Section>
  )
}
