import type { UserChangeRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { describeRefusal } from '../../../lib/api/describe-error.ts'
import classes from './bulk.module.css'

interface Props {
  readonly heading: string
  readonly head: string
  /** The first users. */
  readonly rows: readonly UserChangeRow[]
  /** The number of all users. */
  readonly count: number
  readonly describe: (row: UserChangeRow) => string
}

/** A table of users with a text about each: the first ones, and the number of the others. */
export function UserTable({ heading, head, rows, count, describe }: Props) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const more = count - rows.length
  return (
    <section className={classes.part}>
      <h3>{heading}</h3>
      <ScrollRegion label={heading} className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('userChanges.user')}</th>
              <th scope="col">{head}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.position}>
                <th scope="row" title={row.username}>
                  {row.name}
                </th>
                <td>{describe(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more > 0 ? (
        <p className={classes.quiet}>{t('userChanges.more', { count: more, number: more.toLocaleString('en') })}</p>
      ) : null}
    </section>
  )
}

/** Returns the reason why a user is not changed. */
export function describeReason({ code, message }: UserChangeRow): string {
  return describeRefusal({ code: code ?? '', message: message ?? '' })
}
