import IconLayoutSidebarRightCollapse from 'icon:layout-sidebar-right-collapse'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../components/hint/hint.tsx'
import classes from './category-panel.module.css'
import { CategoryTree } from './category-tree.tsx'

/** The panel with the categories of processes, to the right of the page. */
export function CategoryPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <aside className={classes.panel} aria-label={t('shell.categories')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('shell.categories')}</h2>
        <Hint label={t('shell.closeCategories')}>
          <ActionIcon size="sm" aria-label={t('shell.closeCategories')} onClick={onClose}>
            <IconLayoutSidebarRightCollapse size={16} stroke={1.6} />
          </ActionIcon>
        </Hint>
      </div>
      <div className={classes.scroll}>
        <CategoryTree />
      </div>
    </aside>
  )
}
