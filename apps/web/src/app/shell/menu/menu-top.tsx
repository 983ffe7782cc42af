import IconChevronDown from 'icon:chevron-down'
import IconChevronLeft from 'icon:chevron-left'
import IconChevronRight from 'icon:chevron-right'
import { Menu } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { useCurrentPage } from '../../../components/page/page-header.tsx'
import { type MenuSection, sectionIcons } from './menu-model.ts'
import classes from './menu-top.module.css'
import { SectionDropdown } from './section-dropdown.tsx'
import { useMenu } from './use-menu.ts'

/** The menu sections in a row above the page, each with its entries below it. */
export default function MenuTop() {
  const { t } = useTranslation()
  const sections = useMenu()
  const current = useCurrentPage()?.section ?? null
  const { ref, hides, scroll } = useOverflow()
  return (
    <nav className={classes.menu} aria-label={t('shell.mainMenu')}>
      {hides.start ? <More side="start" onClick={() => scroll(-1)} /> : null}
      <ul ref={ref} className={classes.list}>
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
      {hides.end ? <More side="end" onClick={() => scroll(1)} /> : null}
    </nav>
  )
}

/** A button that shows that more sections exist than fit, and scrolls to them. Keyboard users reach them without it. */
function More({ side, onClick }: { side: 'start' | 'end'; onClick: () => void }) {
  const Icon = side === 'start' ? IconChevronLeft : IconChevronRight
  return (
    <span className={classes.more} data-side={side} aria-hidden onClick={onClick}>
      <Icon size={16} stroke={1.6} className="onwards" />
    </span>
  )
}

/** Whether a row has more than is seen, at either end. */
function useOverflow() {
  const ref = useRef<HTMLUListElement>(null)
  const [hides, setHides] = useState({ start: false, end: false })
  useEffect(() => {
    const row = ref.current
    if (row === null) return
    const look = () => {
      // Where the text runs the other way, the way to its end is negative.
      const at = Math.abs(row.scrollLeft)
      setHides({ start: at > 1, end: at + row.clientWidth < row.scrollWidth - 1 })
    }
    look()
    row.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(row)
    return () => {
      row.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [])
  const scroll = (step: 1 | -1) => {
    const row = ref.current
    if (row === null) return
    const onwards = getComputedStyle(row).direction === 'rtl' ? -1 : 1
    row.scrollBy({ left: step * onwards * row.clientWidth * 0.7, behavior: 'smooth' })
  }
  return { ref, hides, scroll }
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
