import IconExternalLink from 'icon:external-link'
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { useCurrentEntry } from './current-entry.ts'
import { EntryCount } from './entry-count.tsx'
import type { MenuSection } from './menu-model.ts'
import classes from './section-dropdown.module.css'

/** The entries of a menu section as a drop-down: beside an icon of the rail, or below a section of the top menu. */
export function SectionDropdown({ section }: { section: MenuSection }) {
  const { t } = useTranslation()
  const current = useCurrentEntry(section)
  return (
    <Menu.Dropdown>
      {section.entries.flatMap((entry) => [
        entry.isExternal ? (
          <Menu.Item
            key={entry.to}
            component="a"
            href={entry.to}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<IconExternalLink size={14} stroke={1.6} aria-label={t('common.openInNewTab')} />}
          >
            {t(entry.label)}
          </Menu.Item>
        ) : (
          <Menu.Item
            key={entry.to}
            className={classes.item}
            rightSection={<EntryCount to={entry.to} />}
            renderRoot={(root: object) => (
              <Link {...root} to={entry.to} aria-current={entry.to === current ? 'page' : undefined} />
            )}
          >
            {t(entry.label)}
          </Menu.Item>
        ),
        ...entry.views.map(({ to, aliasName }) => (
          <Menu.Item
            key={to}
            className={`${classes.item} ${classes.view}`}
            renderRoot={(root: object) => <Link {...root} to={to} aria-current={to === current ? 'page' : undefined} />}
          >
            {aliasName}
          </Menu.Item>
        )),
      ])}
    </Menu.Dropdown>
  )
}
