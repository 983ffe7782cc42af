import { Button, Table } from '@mantine/core'
import { type AnswerOf, api, sessionLimits } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Age, DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { presentDevice } from '../../lib/present-device.ts'
import { sessionsQuery } from './account-queries.ts'
import classes from './profile.module.css'

/** Where the user is signed in, to end what he does not know. */
export function SessionsSection() {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery)
  const end = useEndSessions()
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Section title={t('profile.sessions')} hint={t('profile.sessionsHint')}>
      <QueryFailure query={sessions} title={t('profile.sessionsFailed')} />
      {sessions.data === undefined ? (
        sessions.isError ? null : (
          <SkeletonRows count={2} height={34} />
        )
      ) : (
        <ScrollRegion label={t('profile.sessions')} className={classes.scroll}>
          <PlainTable className={classes.table} aria-label={t('profile.sessions')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('profile.device')}</Table.Th>
                <Table.Th>{t('profile.address')}</Table.Th>
                <Table.Th>{t('profile.begun')}</Table.Th>
                <Table.Th>{t('profile.lastSeen')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sessions.data.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isEnding={end.isPending}
                  onEnd={() => end.mutate(session.id)}
                />
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
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

type Session = AnswerOf<typeof api.account.sessions>[number]

function SessionRow({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation()
  const device = presentDevice(session.userAgent) ?? t('profile.unknownDevice')
  return (
    <Table.Tr>
      <Table.Td className={classes.first}>{device}</Table.Td>
      <Table.Td>{session.address}</Table.Td>
      <Table.Td>
        <DateTime at={session.createdAt} />
      </Table.Td>
      <Table.Td>
        <Age since={session.lastSeenAt} ago />
      </Table.Td>
      <Table.Td className={classes.last}>
        {session.isCurrent ? (
          <span className={classes.note}>{t('profile.thisSession')}</span>
        ) : (
          <Button
            size="xs"
            disabled={isEnding}
            aria-label={t('profile.endSessionOf', { device, time: presentDateTime(session.lastSeenAt) })}
            onClick={onEnd}
          >
            {t('profile.endSession')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** One session by its id, or all but this one. */
function useEndSessions() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (id: string | null) => {
      if (id === null) return (await call(api.account.endOtherSessions)).ended
      await call(api.account.endSession, { params: { id } })
      return 1
    },
    onSuccess: (count) => showToast({ kind: 'success', title: t('profile.ended', { count }) }),
    onError: (error) => showToast({ kind: 'error', title: t('profile.endFailed'), text: describeError(error).message }),
  })
}
