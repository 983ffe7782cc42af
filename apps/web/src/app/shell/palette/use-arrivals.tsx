import IconArrowRight from 'icon:arrow-right'
import type { SpotlightActionData } from '@mantine/spotlight'
import type { Arrival } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import type { Found } from '../../../lib/preferences.ts'

/** Finds the objects with the typed id or key: each opens its page, or its instance. */
export function useArrivals(
  arrivals: readonly Arrival[],
  open: (entry: Found) => () => void,
): (SpotlightActionData & { label: string })[] {
  const { t } = useTranslation()
  return arrivals.map((arrival) => {
    const { kind, id, name, about, isOver } = arrival
    const what = t(`palette.arrival.${kind}`)
    const description = [isOver ? t('palette.arrivalOver', { kind: what }) : what, about].filter(Boolean).join(' · ')
    return {
      id: `arrival ${kind} ${id}`,
      label: name,
      description,
      leftSection: <IconArrowRight size={16} stroke={1.6} />,
      onClick: open({ label: name, description, to: pathOf(arrival) }),
    }
  })
}

function pathOf({ kind, id, instanceId, isOver }: Arrival): string {
  switch (kind) {
    case 'instance':
      return paths.engineInstance(id)
    case 'task':
      return isOver && instanceId !== null && instanceId !== id
        ? paths.engineInstance(instanceId)
        : paths.engineTask(id)
    case 'job':
      return isOver && instanceId !== null ? paths.engineInstance(instanceId, 'jobs') : paths.job(id)
    case 'externalTask':
      return instanceId === null ? paths.engineInstances : paths.engineInstance(instanceId, 'externaltasks')
    case 'incident':
      return instanceId === null ? paths.processErrors : paths.engineInstance(instanceId, 'incidents')
    case 'cause':
      return paths.processError(id)
    case 'definition':
      return paths.definition(id)
    case 'decision':
    case 'deployment':
      return paths.deployment(id)
  }
}
