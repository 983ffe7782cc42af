import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { useCurrentPage } from '../../../components/page/page-header.tsx'
import type { MenuSection } from './menu-model.ts'
import { sectionIcons } from './menu-model.ts'
import classes from './menu-rail.module.css'
import { SectionDropdown } from './section-dropdown.tsx'

/** The icons of the menu sections; each opens its entries beside it. */
export default function MenuRail({ sections }: { sections: readonly MenuSection[] }) {
  const current = useCurrentPage()?.section ?? null
  return (
    <ul className={classes.rail}>
      {sections.map((section) => (
        <li key={section.id}>
          {section.to === undefined ? (
            <SectionMenu section={section} isCurrent={section.id === current} />
          ) : (
            <SectionLink section={section} to={section.to} isCurrent={section.id === current} />
          )}
        </li>
      ))}
    </ul>
  )
}

function SectionLink({ section, to, isCurrent }: { section: MenuSection; to: string; isCurrent: boolean }) {
  const { t } = useTranslation()
  const Icon = sectionIcons[section.id]
  const label = t(`menu.${section.label}`)
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        className={classes.button}
        aria-label={label}
        aria-current={isCurrent ? 'page' : undefined}
        renderRoot={(root: object) => <Link {...root} to={to} />}
      >
        <Icon size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function SectionMenu({ section, isCurrent }: { section: MenuSection; isCurrent: boolean }) {
  const { t } = useTranslation()
  const Icon = sectionIcons[section.id]
  const label = t(`menu.${section.label}`)
  return (
    <Menu position="right-start">
      <Menu.Target>
        <Tooltip label={label} position="right">
          <ActionIcon className={classes.button} data-current={isCurrent || undefined} aria-label={label}>
            <Icon size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <SectionDropdown section={section} />
    </Menu>
  )
}
