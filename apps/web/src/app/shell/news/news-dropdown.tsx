import '../../../lib/page-texts.ts'
import IconBell from 'icon:bell'
import IconChecks from 'icon:checks'
import { Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Age } from '../../../components/dates/dates.tsx'
import { Link } from '../../../components/link/link.tsx'
import { MenuAnchor } from '../../../components/menu/menu-anchor.tsx'
import type { LazyMenu } from '../../../components/menu/use-lazy-menu.ts'
import { addressOfNotice, describeNotice } from '../../../components/notice/notice-texts.ts'
import { useMarkNotices } from '../../../components/notice/use-mark-notices.ts'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { paths } from '../../../config/paths.ts'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import classes from './news-dropdown.module.css'

interface Props extends LazyMenu {
  /** Tasks to claim that are new, and notices that are not read, altogether. */
  readonly tasks: number
  readonly notices: number
}

/** Of notices: the rest is on their page. */
const shown = 10

/** The newest unread notifications and new tasks to claim, each a link, with a button that marks all as read. */
export default function NewsDropdown({ target, id, tasks, notices, isOpen, onChange }: Props) {
  const { t } = useTranslation()
  const [isMounted, setMounted] = useState(false)
  // Closed at first, even when it was the click that loaded it: a menu gives the focus back only to where it saw it before.
  useEffect(() => setMounted(true), [])
  const noticeQuery = useQuery({
    ...callQuery(api.notices.list, { query: { isRead: 'false', size: shown } }),
    enabled: isOpen,
    staleTime: 0,
  })
  const come = useQuery({ ...callQuery(api.tasks.news), enabled: isOpen, staleTime: 0 })
  const read = useMarkNotices()
  const seeAll = useSeeAll()
  const noticeItems = noticeQuery.data?.items ?? []
  const comeItems = come.data?.items ?? []
  const isEmpty = noticeItems.length + comeItems.length === 0
  const left = Math.max(0, notices - noticeItems.length) + Math.max(0, tasks - comeItems.length)
  return (
    <Menu id={id} width={340} position="bottom-end" opened={isOpen && isMounted} onChange={onChange}>
      <MenuAnchor target={target} />
      <Menu.Dropdown>
        <div className={classes.items}>
          <Menu.Label>{t('news.title')}</Menu.Label>
          {noticeItems.map((notice) => (
            <Entry
              key={notice.id}
              to={addressOfNotice(notice)}
              name={notice.name}
              since={notice.createdAt}
              about={[describeNotice(notice, t), notice.title].filter(Boolean).join(' · ')}
              onClick={() => read.mutate({ ids: [notice.id], isRead: true })}
            />
          ))}
          {comeItems.length === 0 ? null : <Menu.Label>{t('news.toClaim')}</Menu.Label>}
          {comeItems.map(({ id: taskId, name, title, process, cameAt }) => (
            <Entry
              key={taskId}
              to={paths.task('unclaimed', taskId)}
              name={name}
              since={cameAt}
              about={process === null ? '' : (title ?? process.name)}
            />
          ))}
        </div>
        {isEmpty ? (
          <p className={classes.note}>
            {t(
              noticeQuery.isError || come.isError
                ? 'news.failed'
                : noticeQuery.data && come.data
                  ? 'news.none'
                  : 'common.loading',
            )}
          </p>
        ) : null}
        {!isEmpty && left > 0 ? <p className={classes.note}>{t('news.more', { count: left })}</p> : null}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconBell size={16} stroke={1.6} />}
          renderRoot={(root: object) => <Link {...root} to={paths.notifications} />}
        >
          {t('news.all')}
        </Menu.Item>
        {isEmpty ? null : (
          <Menu.Item
            leftSection={<IconChecks size={16} stroke={1.6} />}
            onClick={() =>
              seeAll.mutate({ noticeQuery: noticeItems[0]?.createdAt ?? null, come: comeItems[0]?.cameAt ?? null })
            }
          >
            {t('news.see')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({
  to,
  name,
  since,
  about,
  onClick,
}: {
  to: string
  name: string
  since: string
  about: ReactNode
  onClick?: () => void
}) {
  return (
    <Menu.Item onClick={onClick} renderRoot={(root: object) => <Link {...root} to={to} />}>
      <span className={classes.item}>
        <span className={classes.name}>{name}</span>
        <span className={classes.age}>
          <Age since={since} ago />
        </span>
        <span className={classes.about}>{about}</span>
      </span>
    </Menu.Item>
  )
}

/** What comes later than the newest that was shown is not said to be seen. */
function useSeeAll() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: ({ noticeQuery, come }: { noticeQuery: string | null; come: string | null }) =>
      Promise.all([
        noticeQuery === null ? null : call(api.notices.markAll, { body: { until: noticeQuery } }),
        come === null ? null : call(api.tasks.seeNews, { body: { until: come } }),
      ]),
    onError: (error) => showToast({ kind: 'error', title: t('news.seeFailed'), text: describeError(error).message }),
  })
}
