import type { StartableProcess } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { FavouriteStar, listFacts, ProcessIcon, StartActions } from './process-parts.tsx'
import classes from './process-row.module.css'

/** A process as one line of a list. */
export function ProcessRow({ process }: { process: StartableProcess }) {
  const { t } = useTranslation()
  const { name, description, definitionId, icon } = process
  return (
    <article className={classes.row}>
      <span className={classes.icon}>
        <ProcessIcon value={icon} />
      </span>
      <h3 className={classes.name}>
        <Link to={paths.startForm(definitionId)}>{name}</Link>
      </h3>
      <p className={classes.text} title={description ?? undefined}>
        {description}
      </p>
      <div className={classes.actions}>
        <StartActions process={process} />
      </div>
      <span className={classes.facts}>{listFacts(process, t).join(' · ')}</span>
      <FavouriteStar process={process} />
    </article>
  )
}
