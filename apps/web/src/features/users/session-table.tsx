import { Button, Table } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Age } from '../../components/dates/dates.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { presentDevice } from '../../lib/present-device.ts'
import classes from './users.module.css'

/** The sessions of a user. */
export function SessionTable({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const sessions = useQuery(callQuery(api.userAccounts.sessions, { params: { id: userId } }))
  const end = useEndSessions(userId)
  const { data } = sessions
  return (
    <div className={classes.part}>
      <h3>{t('users.sessions')}</h3>
      <QueryFailure query={sessions} title={t('users.accessFailed')} />
      {data?.length === 0 ? <p className={classes.note}>{t('users.noSessions')}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <ScrollRegion label={t('users.sessions')} className={classes.scroll}>
          <PlainTable className={classes.table} aria-label={t('users.sessions')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('users.device')}</Table.Th>
                <Table.Th>{t('users.address')}</Table.Th>
                <Table.Th>{t('users.lastUsed')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ id, userAgent, address, lastSeenAt, isCurrent }) => {
                const device = presentDevice(userAgent) ?? t('users.unknownDevice')
                return (
                  <Table.Tr key={id}>
                    <Table.Td>{device}</Table.Td>
                    <Table.Td>{address}</Table.Td>
                    <Table.Td>
                      <Age since={lastSeenAt} ago />
                    </Table.Td>
                    <Table.Td className={classes.last}>
                      {isCurrent ? (
                        <span className={classes.note}>{t('users.thisSession')}</span>
                      ) : (
                        <Button
                          size="xs"
                          disabled={end.isPending}
                          aria-label={t('users.endSession', { device, time: presentDateTime(lastSeenAt) })}
                          onClick={() => end.mutate(id)}
                        >
                          {t('users.end')}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {data?.some(({ isCurrent }) => !isCurrent) ? (
        <div>
          <Button data-danger loading={end.isPending} onClick={() => end.mutate(null)}>
            {t('users.endAll')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** One session by its id, or all. */
function useEndSessions(userId: string) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (partId: string | null) => {
      if (partId === null) return (await call(api.userAccounts.endSessions, { params: { id: userId } })).ended
      await call(api.userAccounts.endSession, { params: { id: userId, partId } })
      return 1
    },
    onSuccess: (count) => showToast({ kind: 'success', title: t('users.sessionEnded', { count }) }),
    onError: (error) => showToast({ kind: 'error', title: t('users.endFailed'), text: describeError(error).message }),
  })
}
