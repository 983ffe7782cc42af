import '../../lib/page-texts.ts'
import type { StartableProcess } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ShortTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { FavouriteStar, listFacts, StartActions } from './process-parts.tsx'
import classes from './process-table.module.css'

/** The table of processes that the user may start. */
export default function ProcessTable({ processes }: { processes: readonly StartableProcess[] }) {
  const { t } = useTranslation()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('startProcess.processes')}</th>
          <th scope="col">{t('startForm.columnCategory')}</th>
          <th scope="col">{t('startForm.columnVersion')}</th>
          <th scope="col">{t('startForm.columnTypical')}</th>
          <th scope="col">{t('startForm.columnLast')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {processes.map((process) => {
          const [version, typical] = listFacts(process, t)
          return (
            <tr key={process.key}>
              <th scope="row" title={process.description ?? undefined}>
                <Link to={paths.startForm(process.definitionId)}>{process.name}</Link>
              </th>
              <td>{process.category}</td>
              <td className="tn">{version}</td>
              <td>{typical}</td>
              <td>{process.lastStartedAt === null ? null : <ShortTime at={process.lastStartedAt} />}</td>
              <td>
                <span className={classes.actions}>
                  <StartActions process={process} />
                  <FavouriteStar process={process} />
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
