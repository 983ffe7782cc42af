import IconBell from 'icon:bell'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { isMenuOpen, useLazyMenu } from '../../../components/menu/use-lazy-menu.ts'
import { useTaskCounts } from '../../../lib/use-task-counts.ts'
import classes from './news-bell.module.css'

/** Loaded when somebody is about to open it. */
const NewsDropdown = lazyPart(() => import('./news-dropdown.tsx'), { isAwaited: isMenuOpen })

/** The largest number that is shown; beyond it the badge only says that there are many. */
const most = 99

/** The bell with the number of unread notifications and of new tasks to claim, and their list. */
export default function NewsBell({ className, size = 17 }: { className?: string | undefined; size?: number }) {
  const { t } = useTranslation()
  const { news = 0, notices = 0 } = useTaskCounts({ isBeside: true }) ?? {}
  const count = news + notices
  const { button, menu, isWanted } = useLazyMenu()
  return (
    <>
      <ActionIcon
        {...button}
        className={`${classes.bell} ${className ?? ''}`}
        aria-label={count === 0 ? t('shell.nothingNew') : t('shell.news', { count })}
      >
        <IconBell size={size} stroke={1.6} />
        {count === 0 ? null : (
          <span className={`${classes.count} tn`} aria-hidden>
            {count > most ? `${most}+` : count}
          </span>
        )}
      </ActionIcon>
      {isWanted ? <NewsDropdown {...menu} tasks={news} notices={notices} /> : null}
    </>
  )
}
