import IconRocket from 'icon:rocket'
import type { StartableProcess } from '@millrace/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { TileGrid } from '../../components/tile/tile.tsx'
import { paths } from '../../config/paths.ts'
import { usePreference } from '../../lib/preferences.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import { useScreen } from '../../lib/use-screen.ts'
import classes from './catalogue.module.css'
import { ProcessTile } from './process-tile.tsx'
import { arrangeCatalogue, type CatalogueSection, type ProcessFilter } from './startable-processes.ts'

/** Tiles of a category on Home, before the rest is left to the category's own page. */
const tilesOnHome = 6

interface Props {
  readonly processes: readonly StartableProcess[]
  readonly query: string
  readonly filter: ProcessFilter
  /** Null on Home. */
  readonly categoryName: string | null
  readonly onClear: () => void
}

export function Catalogue(props: Props) {
  const { t } = useTranslation()
  if (props.processes.length === 0) return <NoProcesses categoryName={props.categoryName} />
  const sections = arrangeCatalogue(props.processes, props)
  if (sections.length > 0) return sections.map((section) => <Section key={section.id} section={section} />)
  if (props.query === '' && props.filter === 'favourites')
    return <NothingMatches text={t('startProcess.noFavourites')} onClear={props.onClear} />
  if (props.query === '' && props.filter === 'most-used')
    return <NothingMatches text={t('startProcess.noMostUsed')} onClear={props.onClear} />
  if (props.query === '' && props.filter === 'recent')
    return <NothingMatches text={t('startProcess.noRecent')} onClear={props.onClear} />
  return <NothingMatches text={t('startProcess.noMatch', { query: props.query })} onClear={props.onClear} />
}

function Section({ section }: { section: CatalogueSection }) {
  const { t } = useTranslation()
  const id = useId()
  const { kind, name, processes } = section
  const titles = {
    favourites: t('startProcess.favourites'),
    category: name,
    other: t('startProcess.otherProcesses'),
    found: t('startProcess.processes'),
  }
  const shown = kind === 'category' ? processes.slice(0, tilesOnHome) : processes
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{titles[kind]}</h2>
        <span className={`${classes.count} tn`}>{processes.length}</span>
        {shown.length < processes.length ? (
          <Link to={paths.category(name)} className={classes.all}>
            {t('startProcess.showAll', { count: processes.length })}
          </Link>
        ) : null}
      </div>
      <Processes processes={shown} />
    </section>
  )
}

const isAwaited = () => true
const shapes = {
  list: lazyPart(() => import('./process-rows.tsx'), { isAwaited }),
  table: lazyPart(() => import('./process-table.tsx'), { isAwaited }),
} as const

/** As tiles, or as rows or a table where the user prefers them and there is room for them. */
function Processes({ processes }: { processes: readonly StartableProcess[] }) {
  const [view] = usePreference('catalogueView')
  const isPhone = useScreen() === 'phone'
  if (!isPhone && view !== 'tiles') {
    const Shape = shapes[view]
    return <Shape processes={processes} />
  }
  return (
    <TileGrid>
      {processes.map((process) => (
        <li key={process.key}>
          <ProcessTile process={process} />
        </li>
      ))}
    </TileGrid>
  )
}

function NoProcesses({ categoryName }: { categoryName: string | null }) {
  const { t } = useTranslation()
  const session = useSession()
  if (categoryName !== null)
    return (
      <EmptyState
        icon={IconRocket}
        title={t('startProcess.emptyCategory')}
        actions={
          <LinkButton to={paths.home} variant="filled">
            {t('startProcess.allProcesses')}
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={IconRocket}
      title={t('startProcess.noneTitle')}
      text={t('startProcess.noneText')}
      actions={
        hasRole(session, ['RoleProcessAdmin', 'RoleAdmin']) ? (
          <LinkButton to={paths.deployments} variant="filled">
            {t('startProcess.noneOperator')}
          </LinkButton>
        ) : null
      }
    />
  )
}
