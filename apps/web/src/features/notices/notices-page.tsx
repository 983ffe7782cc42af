import IconBell from 'icon:bell'
import IconChecks from 'icon:checks'
import IconMail from 'icon:mail'
import IconMailOpened from 'icon:mail-opened'
import { ActionIcon, Button } from '@mantine/core'
import { api, type NoticeRow, noticeLimits } from '@millrace/contract'
import { noticeList } from '@millrace/contract/lists/notices'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../components/hint/hint.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { addressOfNotice, describeNotice } from '../../components/notice/notice-texts.ts'
import { useMarkNotices } from '../../components/notice/use-mark-notices.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import classes from './notices.module.css'

/**
 * The page of the user's notifications, with links to their objects. Opening an object marks its notification as read.
 */
export function Page() {
  const { t } = useTranslation()
  const mark = useMarkNotices()
  const unread = useTaskCounts()?.notices
  const markSome = (isRead: boolean) => (rows: readonly NoticeRow[]) =>
    mark.mutate({ ids: rows.slice(0, noticeLimits.atOnce).map(({ id }) => id), isRead })
  return (
    <ListPage
      list={noticeList}
      call={api.notices.list}
      help={t('notices.help')}
      failed={t('notices.failed')}
      counts={{ unread }}
      empty={{
        icon: IconBell,
        title: t('notices.noneTitle'),
        text: t('notices.noneText'),
        actions: <LinkButton to={paths.profile}>{t('notices.toSettings')}</LinkButton>,
      }}
      actions={
        <>
          <LinkButton to={paths.profile}>{t('notices.toSettings')}</LinkButton>
          <MarkAll />
        </>
      }
      cells={{
        name: (row) => (
          <span className={classes.name} data-unread={!row.isRead || undefined}>
            {row.isRead ? null : <span className={classes.dot} role="img" aria-label={t('notices.unreadMark')} />}
            <Link to={addressOfNotice(row)} onClick={() => row.isRead || markSome(true)([row])}>
              {row.name}
            </Link>
          </span>
        ),
        kind: (row) => (
          <span className={classes.what}>
            {describeNotice(row, t)}
            {row.text === null ? null : <span className={classes.text}>{row.text}</span>}
            {row.mailError === null ? null : <span className={classes.text}>{t('notices.notMailed')}</span>}
          </span>
        ),
      }}
      rowActions={(row) => {
        const label = t(row.isRead ? 'notices.markUnread' : 'notices.markRead')
        return (
          <Hint label={label}>
            <ActionIcon aria-label={label} onClick={() => markSome(!row.isRead)([row])}>
              {row.isRead ? <IconMail size={16} stroke={1.6} /> : <IconMailOpened size={16} stroke={1.6} />}
            </ActionIcon>
          </Hint>
        )
      }}
      bulk={[
        { label: t('notices.markRead'), icon: IconMailOpened, run: markSome(true) },
        { label: t('notices.markUnread'), icon: IconMail, run: markSome(false) },
      ]}
    />
  )
}

function MarkAll() {
  const { t } = useTranslation()
  const mark = useMutation({
    mutationFn: () => call(api.notices.markAll, { body: { until: new Date().toISOString() } }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('notices.markFailed'), text: describeError(error).message }),
  })
  return (
    <Button leftSection={<IconChecks size={16} stroke={1.6} />} loading={mark.isPending} onClick={() => mark.mutate()}>
      {t('notices.markAllRead')}
    </Button>
  )
}
