import type { ReactNode } from 'react'
import { Link } from '../link/link.tsx'
import classes from './view-tabs.module.css'

export interface View {
  readonly id: string
  readonly label: string
  /** A tooltip, such as the owner of the view. */
  readonly title?: string | undefined
  readonly count?: number | undefined
  /** There are more than were counted. */
  readonly isMore?: boolean | undefined
  readonly to: string
  readonly search: Readonly<Record<string, string | undefined>>
}

interface Props {
  readonly label: string
  readonly views: readonly View[]
  readonly current: string
  /** The actions for the current view, next to its tab. */
  readonly menu?: ReactNode
}

/** The views of a list. Each is an address, so that it works with new tabs and the back button. */
export function ViewTabs({ label, views, current, menu }: Props) {
  return (
    <nav aria-label={label} className={classes.scroll}>
      <ul className={classes.tabs}>
        {views.map(({ id, label: name, title, count, isMore, to, search }) => (
          <li key={id} className={classes.view}>
            <Link
              to={to}
              search={search}
              title={title}
              className={classes.tab}
              aria-current={id === current ? 'page' : undefined}
            >
              {name}{' '}
              {count === undefined ? null : (
                <span className={`${classes.count} tn`}>
                  {count.toLocaleString('en')}
                  {isMore ? '+' : null}
                </span>
              )}
            </Link>
            {id === current ? menu : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}
