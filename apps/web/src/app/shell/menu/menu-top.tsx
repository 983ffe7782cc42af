import IconChevronDown from 'icon:chevron-down'
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { useCurrentPage } from '../../../components/page/page-header.tsx'
import { type MenuSection, sectionIcons } from './menu-model.ts'
import classes from './menu-top.module.css'
import { SectionDropdown } from './section-dropdown.tsx'
import { useMenu } from './use-menu.ts'

/** The sections in a row over the sheet, each with its entries below it. */
export default function MenuTop() {
  const { t } = useTranslation()
  const sections = useMenu()
  const current = useCurrentPage()?.section ?? null
  return (
    <nav className={classes.menu} aria-label={t('shell.mainMenu')}>
      <ul className={classes.list}>
        {sections.map((section) => (
          <li key={section.id}>
            {section.to === undefined ? (
              <SectionMenu section={section} isCurrent={section.id === current} />
            ) : (
              <Link
                to={section.to}
                className={classes.section}
                aria-current={section.id === current ? 'page' : undefined}
              >
                <SectionWord section={section} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionMenu({ section, isCurrent }: { section: MenuSection; isCurrent: boolean }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.section} data-current={isCurrent || undefined}>
          <SectionWord section={section} />
          <IconChevronDown size={15} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <SectionDropdown section={section} />
    </Menu>
  )
}

function SectionWord({ section }: { section: MenuSection }) {
  const { t } = useTranslation()
  const Icon = sectionIcons[section.id]
  return (
    <>
      <Icon size={17} stroke={1.6} aria-hidden />
      {t(`menu.${section.label}`)}
    </>
  )
}
