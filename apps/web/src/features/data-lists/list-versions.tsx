import { Button, Table } from '@mantine/core'
import { api, type DataList } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { Person } from '../../components/person/person.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './data-lists.module.css'

interface Props {
  readonly list: DataList
  readonly onRestored: (list: DataList) => void
}

/** Earlier versions of a list, and a button to restore them. */
export function ListVersions({ list, onRestored }: Props) {
  const { t } = useTranslation()
  const params = { id: list.id }
  const query = useQuery(callQuery(api.dataLists.versions, { params }))
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useMutation({
    mutationFn: (version: number) => call(api.dataLists.restoreVersion, { params: { ...params, version } }),
    onSuccess: (restored, from) => {
      setAsked(null)
      onRestored(restored)
      showToast({ kind: 'success', title: t('dataLists.versionRestored', { version: restored.version, from }) })
    },
  })
  return (
    <PageBody>
      <QueryFailure query={query} title={t('dataLists.versionsFailed')} />
      <ScrollRegion label={t('dataLists.versions')} className={classes.versions}>
        <PlainTable>
          <Table.Thead>
            <Table.Tr>
              {(
                ['version', 'rowCount', 'added', 'changedRows', 'removed', 'source', 'updated', 'updatedBy'] as const
              ).map((name) => (
                <Table.Th key={name}>{t(`dataLists.${name}`)}</Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(query.data ?? []).map((one) => (
              <Table.Tr key={one.version}>
                {[one.version, one.rowCount, one.added, one.changed, one.removed].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: five columns, always the same
                  <Table.Td key={index} className="tn">
                    {count.toLocaleString('en')}
                  </Table.Td>
                ))}
                <Table.Td>
                  {one.restoredFrom === null ? one.source : t('dataLists.restoredFrom', { version: one.restoredFrom })}
                </Table.Td>
                <Table.Td>
                  <DateTime at={one.savedAt} />
                </Table.Td>
                <Table.Td>
                  <Person person={one.savedBy} />
                </Table.Td>
                <Table.Td>
                  {one.version === list.version || list.disabled !== null ? null : (
                    <Button
                      size="xs"
                      aria-label={t('dataLists.restoreNamed', { version: one.version })}
                      onClick={() => {
                        restore.reset()
                        setAsked(one.version)
                      }}
                    >
                      {t('disabling.restore')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('dataLists.restoreQuestion', { version: asked ?? 0 })}
        action={t('dataLists.restoreAction')}
        isPending={restore.isPending}
        error={restore.isError ? <ErrorBanner title={t('dataLists.restoreFailed')} error={restore.error} /> : undefined}
        onConfirm={() => asked !== null && restore.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        {t('dataLists.restoreText')}
      </ConfirmDialog>
    </PageBody>
  )
}
