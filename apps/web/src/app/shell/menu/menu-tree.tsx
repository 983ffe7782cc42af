import IconChevronDown from 'icon:chevron-down'
import IconChevronRight from 'icon:chevron-right'
import IconExternalLink from 'icon:external-link'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { useCurrentPage } from '../../../components/page/page-header.tsx'
import type { SectionId } from '../../../config/sections.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { useCurrentEntry } from './current-entry.ts'
import { EntryCount } from './entry-count.tsx'
import { type MenuEntry, type MenuSection, sectionIcons } from './menu-model.ts'
import classes from './menu-tree.module.css'

const openByDefault: ReadonlySet<SectionId> = new Set(['processes', 'tasks'])

/**
 * Collapsible menu sections with their entries. `onNavigate` is called when the user opens an entry, so that a drawer
 * can close.
 */
export function MenuTree({ sections, onNavigate }: { sections: readonly MenuSection[]; onNavigate?: () => void }) {
  const current = useCurrentPage()?.section ?? null
  const [states, setStates] = usePreference('sectionStates')
  return (
    <ul className={classes.list}>
      {sections.map((section) => {
        const isOpen = states[section.id] ?? (openByDefault.has(section.id) || section.id === current)
        return (
          <li key={section.id} className={classes.section}>
            {section.to === undefined ? (
              <SectionButton
                section={section}
                isOpen={isOpen}
                onClick={() => setStates({ ...states, [section.id]: !isOpen })}
              />
            ) : (
              <SectionLink
                section={section}
                to={section.to}
                isCurrent={section.id === current}
                onNavigate={onNavigate}
              />
            )}
            {isOpen && section.entries.length > 0 ? <Entries section={section} onNavigate={onNavigate} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

function SectionLink({
  section,
  to,
  isCurrent,
  onNavigate,
}: {
  section: MenuSection
  to: string
  isCurrent: boolean
  onNavigate: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const Icon = sectionIcons[section.id]
  return (
    <Link to={to} className={classes.sectionRow} aria-current={isCurrent ? 'page' : undefined} onClick={onNavigate}>
      <Icon size={17} stroke={1.6} aria-hidden />
      <span className={classes.label}>{t(`menu.${section.label}`)}</span>
    </Link>
  )
}

function SectionButton({ section, isOpen, onClick }: { section: MenuSection; isOpen: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const Icon = sectionIcons[section.id]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={classes.sectionRow} aria-expanded={isOpen} onClick={onClick}>
      <Icon size={17} stroke={1.6} aria-hidden />
      <span className={classes.label}>{t(`menu.${section.label}`)}</span>
      <Chevron size={15} stroke={1.6} className="onwards" aria-hidden />
    </button>
  )
}

function Entries({ section, onNavigate }: { section: MenuSection; onNavigate: (() => void) | undefined }) {
  const current = useCurrentEntry(section)
  return (
    <ul className={classes.list}>
      {section.entries.map((entry) => (
        <li key={entry.to}>
          <Entry entry={entry} isCurrent={entry.to === current} onNavigate={onNavigate} />
          {entry.views.length > 0 ? (
            <ul className={classes.list}>
              {entry.views.map(({ to, aliasName }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={classes.view}
                    aria-current={to === current ? 'page' : undefined}
                    onClick={onNavigate}
                  >
                    <span className={classes.label}>{aliasName}</span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Entry({
  entry,
  isCurrent,
  onNavigate,
}: {
  entry: MenuEntry
  isCurrent: boolean
  onNavigate: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const label = t(entry.label)
  if (entry.isExternal)
    return (
      <a className={classes.entry} href={entry.to} target="_blank" rel="noopener noreferrer">
        <span className={classes.label}>{label}</span>
        <IconExternalLink size={14} stroke={1.6} aria-label={t('common.openInNewTab')} />
      </a>
    )
  return (
    <Link to={entry.to} className={classes.entry} aria-current={isCurrent ? 'page' : undefined} onClick={onNavigate}>
      <span className={classes.label}>{label}</span>
      <EntryCount to={entry.to} />
    </Link>
  )
}
