import { Button, Table } from '@mantine/core'
import { type AppDecision, api } from '@millrace/contract'
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
import classes from './app-decisions.module.css'
import { historyQuery } from './decision-queries.ts'

/** The versions of a decision, to go back to. */
export function DecisionHistory({ decision }: { decision: AppDecision }) {
  const { t } = useTranslation()
  const params = { appId: decision.application.id, decisionId: decision.id }
  const history = useQuery(historyQuery(params))
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useMutation({
    mutationFn: (version: number) =>
      call(api.appDecisions.restoreVersion, {
        params: { ...params, version },
        body: { version: decision.version },
      }),
    onSuccess: ({ version }, from) => {
      setAsked(null)
      showToast({ kind: 'success', title: t('appDecisions.versionRestored', { version, from }) })
    },
  })
  const rows = history.data ?? []
  return (
    <Section title={t('appDecisions.history')} hint={t('appDecisions.historyHint')}>
      <QueryFailure query={history} title={t('appDecisions.historyFailed')} />
      {rows.length === 0 ? null : (
        <ScrollRegion label={t('appDecisions.history')} className={classes.scroll}>
          <PlainTable className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('appDecisions.version')}</Table.Th>
                <Table.Th>{t('appDecisions.savedAt')}</Table.Th>
                <Table.Th>{t('appDecisions.savedBy')}</Table.Th>
                <Table.Th>{t('appDecisions.note')}</Table.Th>
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
                    {note ?? (restoredFrom === null ? null : t('appDecisions.restoredFrom', { version: restoredFrom }))}
                  </Table.Td>
                  <Table.Td>
                    {version === decision.version ? (
                      t('appDecisions.current')
                    ) : decision.disabled === null ? (
                      <div className={classes.actions}>
                        <Button
                          size="xs"
                          aria-label={t('appDecisions.restoreNamed', { version })}
                          onClick={() => {
                            restore.reset()
                            setAsked(version)
                          }}
                        >
                          {t('appDecisions.restoreVersion')}
                        </Button>
                      </div>
                    ) : null}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('appDecisions.restoreTitle', { version: asked ?? '' })}
        action={t('appDecisions.restoreAction')}
        keep={t('appDecisions.restoreKeep')}
        isPending={restore.isPending}
        error={restore.isError ? <ErrorBanner title={t('appDecisions.restoreFailed')} error={restore.error} /> : null}
        onConfirm={() => {
          if (asked !== null) restore.mutate(asked)
        }}
        onClose={() => setAsked(null)}
      >
        {t('appDecisions.restoreText')}
      </ConfirmDialog>
    </Section>
  )
}
