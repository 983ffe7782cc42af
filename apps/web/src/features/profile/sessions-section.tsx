import { Button } from '@mantine/core'
import { api, sessionLimits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SessionTable } from '../../components/access/session-table.tsx'
import { useEndSessions } from '../../components/access/use-end-sessions.ts'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { sessionsQuery } from './account-queries.ts'
import classes from './profile.module.css'

/** The sessions of the user, with buttons to end sessions that they do not recognise. */
export function SessionsSection() {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery)
  const end = useEndSessions({
    one: (id) => call(api.account.endSession, { params: { id } }),
    all: async () => (await call(api.account.endOtherSessions)).ended,
    texts: { ended: (counted) => t('profile.ended', counted), failed: t('profile.endFailed') },
  })
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Section title={t('profile.sessions')} hint={t('profile.sessionsHint')}>
      <QueryFailure query={sessions} title={t('profile.sessionsFailed')} />
      {sessions.data === undefined ? (
        sessions.isError ? null : (
          <SkeletonRows count={2} height={34} />
        )
      ) : (
        <SessionTable
          label={t('profile.sessions')}
          sessions={sessions.data}
          texts={{
            device: t('profile.device'),
            unknownDevice: t('profile.unknownDevice'),
            address: t('profile.address'),
            started: t('profile.started'),
            method: t('profile.method'),
            methodOf: (method) => t(`profile.methods.${method}`),
            lastSeen: t('profile.lastSeen'),
            current: t('profile.thisSession'),
            end: t('profile.endSession'),
            endOf: (named) => t('profile.endSessionOf', named),
          }}
          isEnding={end.isPending}
          onEnd={end.mutate}
        />
      )}
      {(sessions.data?.length ?? 0) < sessionLimits.sessionsShown ? null : (
        <p className={classes.note}>{t('profile.sessionsCapped', { count: sessionLimits.sessionsShown })}</p>
      )}
      {others.length === 0 ? null : (
        <div>
          <Button data-danger loading={end.isPending} onClick={() => end.mutate(null)}>
            {t('profile.endOthers')}
          </Button>
        </div>
      )}
    </Section>
  )
}
