import IconChecklist from 'icon:checklist'
import IconFile from 'icon:file'
import IconRocket from 'icon:rocket'
import IconStack2 from 'icon:stack-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueDate, ShortTime } from '../../components/dates/dates.tsx'
import { FoundText } from '../../components/found-text/found-text.tsx'
import { Link } from '../../components/link/link.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { useFoundPaths } from '../../lib/found-paths.ts'
import { restOfTitle } from '../../lib/title-rest.ts'
import type { FoundItem } from './found-item.ts'
import classes from './search.module.css'

const icons = { tasks: IconChecklist, instances: IconStack2, processes: IconRocket, files: IconFile } as const

/** The results of a search, one in each line: name, the object to which it belongs, and a date or state. */
export function FoundRows({ label, items, q }: { label: string; items: readonly FoundItem[]; q: string }) {
  const describe = useDescription()
  return (
    <ul className={classes.rows} aria-label={label}>
      {items.map((item) => {
        const { id, to, name, about, side } = describe(item)
        const Icon = icons[item.kind]
        return (
          <li key={id} className={classes.row}>
            <Icon size={16} stroke={1.6} aria-hidden className={classes.icon} />
            <span className={classes.main}>
              <Link to={to} className={classes.name}>
                <FoundText text={name} query={q} />
              </Link>
              {about === '' ? null : (
                <span className={classes.about}>
                  <FoundText text={about} query={q} />
                </span>
              )}
            </span>
            <span className={classes.side}>{side}</span>
          </li>
        )
      })}
    </ul>
  )
}

interface Description {
  readonly id: string
  readonly to: string
  readonly name: string
  readonly about: string
  readonly side: ReactNode
}

function useDescription(): (item: FoundItem) => Description {
  const { t } = useTranslation()
  const pathOf = useFoundPaths()
  return (item) => {
    switch (item.kind) {
      case 'tasks': {
        const rest = restOfTitle(item.title ?? '', item.process ?? '')
        return {
          id: item.id,
          to: pathOf.task(item),
          name: item.name,
          about: [item.process, rest].filter(Boolean).join(', '),
          side: item.dueAt === null ? null : <DueDate due={item.dueAt} sentence />,
        }
      }
      case 'instances':
        return {
          id: item.id,
          to: pathOf.instance(item),
          name: item.title,
          about: item.process,
          side: (
            <>
              <StatusBadge status={item.state} />
              <span className={classes.when}>
                {t('searchPage.startedAt')} <ShortTime at={item.startedAt} />
              </span>
            </>
          ),
        }
      case 'processes':
        return {
          id: item.definitionId,
          to: paths.startForm(item.definitionId),
          name: item.name,
          about: item.category ?? '',
          side: null,
        }
      case 'files':
        return {
          id: item.id,
          to: pathOf.file(item),
          name: item.name,
          about: item.title,
          side: (
            <span className={classes.when}>
              {t('searchPage.addedAt')} <ShortTime at={item.at} />
            </span>
          ),
        }
    }
  }
}
