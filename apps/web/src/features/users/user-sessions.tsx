import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SessionTable } from '../../components/access/session-table.tsx'
import { useEndSessions } from '../../components/access/use-end-sessions.ts'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { call } from '../../lib/api/call.ts'
import { sessionsQuery } from './user-query.ts'
import classes from './users.module.css'

/** The sessions of a user. */
export function UserSessions({ userId: id }: { userId: string }) {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery(id))
  const end = useEndSessions({
    one: (partId) => call(api.userAccounts.endSession, { params: { id, partId } }),
    all: async () => (await call(api.userAccounts.endSessions, { params: { id } })).ended,
    texts: { ended: (counted) => t('users.sessionEnded', counted), failed: t('users.endFailed') },
  })
  const { data } = sessions
  return (
    <div className={classes.part}>
      <h3>{t('users.sessions')}</h3>
      <QueryFailure query={sessions} title={t('users.accessFailed')} />
      {data?.length === 0 ? <p className={classes.note}>{t('users.noSessions')}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <SessionTable
          label={t('users.sessions')}
          sessions={data}
          texts={{
            device: t('users.device'),
            unknownDevice: t('users.unknownDevice'),
            address: t('users.address'),
            lastSeen: t('users.lastUsed'),
            current: t('users.thisSession'),
            end: t('users.end'),
            endOf: (named) => t('users.endSession', named),
          }}
          isEnding={end.isPending}
          onEnd={end.mutate}
        />
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
