import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useInstanceCells } from './instance-cells.tsx'

type Filters = typeof api.processes.startedFilters | typeof api.processes.involvedFilters

/** Returns the props and the start button that the lists of the user's instances have in common. */
export function useOwnInstances(filters: Filters) {
  const { t } = useTranslation()
  const { data } = useQuery(callQuery(filters))
  return {
    toStart: (
      <LinkButton to={paths.home} variant="filled">
        {t('processes.start')}
      </LinkButton>
    ),
    shared: {
      failed: t('processes.failed'),
      hrefOf: ({ id }: { readonly id: string }) => paths.instance(id),
      choices: { process: data?.processes.map(({ key, name }) => ({ value: key, label: name })) },
      cells: useInstanceCells(),
      variableNames: callQuery(api.processes.variableNames),
    },
  }
}
