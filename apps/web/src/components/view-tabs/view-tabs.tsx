import { Link } from '../link/link.tsx'
import classes from './view-tabs.module.css'

export interface View {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
  readonly to: string
  readonly search: Readonly<Record<string, string | undefined>>
}

/** The views of a list. Each is an address, so that it can be opened in a new tab and gone back to. */
export function ViewTabs({ label, views, current }: { label: string; views: readonly View[]; current: string }) {
  return (
    <nav aria-label={label} className={classes.scroll}>
      <ul className={classes.tabs}>
        {views.map(({ id, label: name, count, to, search }) => (
          <li key={id}>
            <Link to={to} search={search} className={classes.tab} aria-current={id === current ? 'page' : undefined}>
              {name}{' '}
              {count === undefined ? null : <span className={`${classes.count} tn`}>{count.toLocaleString('en')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
