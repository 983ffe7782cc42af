import type { StartableProcess } from '@millrace/contract'
import classes from './process-row.module.css'
import { ProcessRow } from './process-row.tsx'

/** A list of processes, one below the other. */
export default function ProcessRows({ processes }: { processes: readonly StartableProcess[] }) {
  return (
    <ul className={classes.rows}>
      {processes.map((process) => (
        <li key={process.key}>
          <ProcessRow process={process} />
        </li>
      ))}
    </ul>
  )
}
