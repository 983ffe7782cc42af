import type { BatchRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Person } from '../../components/person/person.tsx'
import classes from './batches.module.css'

/** Returns the renderers of the cells of batches. Numbers that need attention are highlighted. */
export function useBatchCells() {
  const { t } = useTranslation()
  return {
    state: ({ state }: BatchRow) => (
      <span className={classes.state} data-state={state}>
        {t(`batchState.${state}`)}
      </span>
    ),
    failed: ({ failed }: BatchRow) => (
      <span className={`tn ${classes.failed}`} data-alarming={failed > 0 || undefined}>
        {failed.toLocaleString('en')}
      </span>
    ),
    startedBy: ({ startedBy }: BatchRow) => <Person person={startedBy} />,
  }
}
