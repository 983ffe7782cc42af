import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { activitiesQuery } from './process-queries.ts'

interface Props {
  readonly instanceId: string
  /** The id of an open element instance; empty for the process. */
  readonly value: string
  readonly onChange: (scopeId: string) => void
}

/** Selects the scope of a new variable: the process or one of its open steps. */
export function ScopeSelect({ instanceId, value, onChange }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(activitiesQuery(instanceId))
  const open = (data?.items ?? []).filter(({ endedAt }) => endedAt === null)
  return (
    <NativeSelect
      label={t('instance.variableScope')}
      value={value}
      data={[
        { value: '', label: t('instance.processScope') },
        ...open.map(({ id, name, elementId }) => ({ value: id, label: name ?? elementId })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
