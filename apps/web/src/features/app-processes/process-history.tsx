import { Button, Table } from '@mantine/core'
import { type AppProcess, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Person } from '../../components/person/person.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './app-processes.module.css'
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
      {rows.length === 0 ? null : (
        <ScrollRegion label={t('appProcesses.history')} className={classes.scroll}>
          <PlainTable className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('appProcesses.version')}</Table.Th>
                <Table.Th>{t('appProcesses.savedAt')}</Table.Th>
                <Table.Th>{t('appProcesses.savedBy')}</Table.Th>
                <Table.Th>{t('appProcesses.note')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([{ version, savedBy, note, restoredFrom }, savedAt]) => (
                <Table.Tr key={version}>
                  <Table.Td className="tn">{version}</Table.Td>
                  <Table.Td>
                    <DateTime at={savedAt} />
                  </Table.Td>
                  <Table.Td>
                    <Person person={savedBy} />
                  </Table.Td>
                  <Table.Td>
                    {note ?? (restoredFrom === null ? null : t('appProcesses.restoredFrom', { version: restoredFrom }))}
                  </Table.Td>
                  <Table.Td>
                    {version === process.version ? (
                      t('appProcesses.current')
                    ) : (
                      <div className={classes.actions}>
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
                      </div>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
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
