import IconChevronRight from 'icon:chevron-right'
import IconHelpCircle from 'icon:help-circle'
import { ActionIcon } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageEntry } from '../../config/page-entry.ts'
import { sections } from '../../config/sections.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Hint } from '../hint/hint.tsx'
import { Link } from '../link/link.tsx'
import classes from './page-header.module.css'
import { useTrail } from './use-trail.ts'

interface Props {
  /** The title; without it, the name of the menu entry. */
  readonly title?: string | undefined
  /** Steps of the breadcrumb between the page's list and the page itself. */
  readonly trail?: readonly Crumb[]
  /** The end of the breadcrumb, where it is not the title. */
  readonly crumb?: string
  /** Badge beside the title. */
  readonly badge?: ReactNode
  /** One line of at most 76 characters. */
  readonly help?: ReactNode
  /** Right of the title, 28 high. */
  readonly actions?: ReactNode
  /** Whether phones show only the title, with icons for actions. */
  readonly isCompact?: boolean
  /** The tabs of the page follow and draw the line. */
  readonly hasTabs?: boolean
  /** Facts or tabs under the title. */
  readonly children?: ReactNode
}

export interface Crumb {
  readonly label: string
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
}

/**
 * The header of every page: breadcrumb, title, description and actions. The title gets the focus when the page opens.
 */
export function PageHeader({
  title,
  trail = [],
  crumb,
  badge,
  help,
  actions,
  hasTabs = false,
  isCompact = false,
  children,
}: Props) {
  const { t } = useTranslation()
  const page = useCurrentPage()
  const name = title ?? (page ? t(page.title) : '')
  useDocumentTitle(name)
  const heading = useFocusOnArrival(page?.path)
  return (
    <header className={classes.header} data-open={hasTabs || undefined} data-compact={isCompact || undefined}>
      <Breadcrumb page={page} trail={trail} end={crumb ?? name} />
      <div className={classes.titleRow}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {name}
        </h1>
        {badge}
        {page?.help ? <HelpLink page={page.help} name={name} /> : null}
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {help ? <p className={classes.help}>{help}</p> : null}
      {children}
    </header>
  )
}

/** Returns the route entry of the current address; null on pages without one. */
export function useCurrentPage(): PageEntry | null {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null })
}

function HelpLink({ page, name }: { page: string; name: string }) {
  const { t } = useTranslation()
  const label = t('common.helpOn', { page: name })
  return (
    <Hint label={label}>
      <ActionIcon component="a" href={`/help/${page}`} target="_blank" rel="noopener" size="sm" aria-label={label}>
        <IconHelpCircle size={16} stroke={1.6} />
      </ActionIcon>
    </Hint>
  )
}

function Breadcrumb({ page, trail, end }: { page: PageEntry | null; trail: readonly Crumb[]; end: string }) {
  const { t } = useTranslation()
  const section = sections.find(({ id }) => id === page?.section)
  const leading = useTrail()
  const crumbs: Crumb[] = [...(section ? [{ label: t(`menu.${section.label}`) }] : []), ...leading, ...trail]
  return (
    <nav aria-label={t('shell.breadcrumb')}>
      <ol className={classes.breadcrumb} data-breadcrumb>
        {crumbs.map(({ label, to, search }) => (
          <li key={to ?? label}>
            {to === undefined ? (
              label
            ) : (
              <Link to={to} {...(search ? { search } : {})}>
                {label}
              </Link>
            )}
            <IconChevronRight size={12} stroke={1.6} className="onwards" aria-hidden />
          </li>
        ))}
        {/* Another name is another line, which has not moved. */}
        <li key={end} aria-current="page">
          {end}
        </li>
      </ol>
    </nav>
  )
}

let isFirstPage = true

/** The heading takes the focus when the user came here from another page, not when the browser has just opened. */
function useFocusOnArrival(path: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may keep this header mounted
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [path])
  return heading
}
