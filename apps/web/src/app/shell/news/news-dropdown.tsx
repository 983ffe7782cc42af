import '../../../lib/page-texts.ts'
import IconChecks from 'icon:checks'
import IconInbox from 'icon:inbox'
import { Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Age } from '../../../components/dates/dates.tsx'
import { Link } from '../../../components/link/link.tsx'
import { MenuAnchor } from '../../../components/menu/menu-anchor.tsx'
import type { LazyMenu } from '../../../components/menu/use-lazy-menu.ts'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { paths } from '../../../config/paths.ts'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import classes from './news-dropdown.module.css'

interface Props extends LazyMenu {
  /** How many are new altogether. */
  readonly count: number
}

/** The newest tasks that have come, each a way there, and the word that all of them are seen. */
export default function NewsDropdown({ target, id, count, isOpen, onChange }: Props) {
  const { t } = useTranslation()
  const [isMounted, setMounted] = useState(false)
  // Closed at first, even when it was the click that loaded it: a menu gives the focus back only to where it saw it before.
  useEffect(() => setMounted(true), [])
  const { data, isError } = useQuery({ ...callQuery(api.tasks.news), enabled: isOpen, staleTime: 0 })
  const items = data?.items ?? []
  const [newest] = items
  const see = useMutation({
    mutationFn: (until: string) => call(api.tasks.seeNews, { body: { until } }),
    onError: (error) => showToast({ kind: 'error', title: t('news.seeFailed'), text: describeError(error).message }),
  })
  return (
    <Menu id={id} width={320} position="bottom-end" opened={isOpen && isMounted} onChange={onChange}>
      <MenuAnchor target={target} />
      <Menu.Dropdown>
        <Menu.Label>{t('news.title')}</Menu.Label>
        <div className={classes.items}>
          {items.map(({ id: taskId, name, title, process, state, cameAt }) => (
            <Menu.Item
              key={taskId}
              renderRoot={(root: object) => (
                <Link {...root} to={paths.task(state === 'unclaimed' ? 'unclaimed' : 'assigned', taskId)} />
              )}
            >
              <span className={classes.item}>
                <span className={classes.name}>{name}</span>
                <span className={classes.age}>
                  <Age since={cameAt} ago />
                </span>
                <span className={classes.about}>
                  {t(state === 'unclaimed' ? 'news.toClaim' : 'news.assigned')}
                  {process === null ? '' : ` · ${title ?? process.name}`}
                </span>
              </span>
            </Menu.Item>
          ))}
        </div>
        {newest === undefined ? (
          <p className={classes.note}>{t(isError ? 'news.failed' : data ? 'news.none' : 'common.loading')}</p>
        ) : null}
        {newest !== undefined && count > items.length ? (
          <p className={classes.note}>{t('news.more', { count: count - items.length })}</p>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconInbox size={16} stroke={1.6} />}
          renderRoot={(root: object) => <Link {...root} to={paths.tasks('assigned')} />}
        >
          {t('news.allTasks')}
        </Menu.Item>
        {newest === undefined ? null : (
          <Menu.Item leftSection={<IconChecks size={16} stroke={1.6} />} onClick={() => see.mutate(newest.cameAt)}>
            {t('news.see')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
